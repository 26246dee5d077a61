import { type CommandLimits, defaultCommandLimits } from "../../commands/index.ts";
import type { ResolvedRuntime } from "../../models/definition/index.ts";

/**
 * The tighter of two runtimes in each of their parts: nothing is allowed that either forbids. Where both keep commands
 * inside in different ways, it is the way of `preferred`.
 */
export function tighterRuntime(own: ResolvedRuntime, preferred: ResolvedRuntime): ResolvedRuntime {
  const { backend, image } = looseness(own) < looseness(preferred) ? own : preferred;
  return {
    backend,
    image,
    accessMode: [own, preferred].some(({ accessMode }) => accessMode === "read_only")
      ? "read_only"
      : "read_write",
    network: own.network && preferred.network,
    limits: smallerLimits(own.limits, preferred.limits),
    readMaxBytes: smaller(own.readMaxBytes, preferred.readMaxBytes),
    sandboxEnabled: own.sandboxEnabled || preferred.sandboxEnabled,
  };
}

function looseness({ backend }: ResolvedRuntime): number {
  if (backend === "none") return 0;
  return backend === "unsandboxed" ? 2 : 1;
}

/** What one of them leaves out has its default there. */
function smallerLimits(one: Limits, other: Limits): Limits {
  const given = limitNames.filter((name) => one[name] !== undefined || other[name] !== undefined);
  const least = (name: keyof CommandLimits) =>
    Math.min(...[one, other].map((limits) => limits[name] ?? defaultCommandLimits[name]));
  return Object.fromEntries(given.map((name) => [name, least(name)]));
}

type Limits = ResolvedRuntime["limits"];

const limitNames = Object.keys(defaultCommandLimits) as readonly (keyof CommandLimits)[];

function smaller(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}
