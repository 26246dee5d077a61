import type { AgentRuntimeConfig, ModelInterface, ResolvedRuntime } from "../../models/definition/index.ts";
import type { ConfigProblem } from "../problems.ts";

/** What an agent has where nobody says anything. */
export const runtimeDefaults: ResolvedRuntime = {
  backend: "auto",
  accessMode: "read_write",
  network: false,
  image: null,
  limits: {},
  readMaxBytes: null,
  sandboxEnabled: true,
};

/**
 * The runtime with every default filled in. Names of the Python system become ours: `native` is `auto`, `filesystem`
 * has no commands, `container` is the container runtime (Docker unless another is named), and `local_shell` runs
 * unsandboxed only where the sandbox is switched off by name.
 */
export function resolveRuntime(config: AgentRuntimeConfig): ResolvedRuntime {
  return {
    backend: backendOf(config),
    accessMode: config.accessMode ?? runtimeDefaults.accessMode,
    network: config.network ?? config.containerNetwork === "bridge",
    image: config.containerImage ?? null,
    limits: Object.fromEntries(
      Object.entries(config.limits ?? {}).filter(([, limit]) => limit !== undefined),
    ),
    readMaxBytes: config.readMaxBytes ?? null,
    sandboxEnabled: config.sandboxEnabled ?? runtimeDefaults.sandboxEnabled,
  };
}

type Backend = NonNullable<AgentRuntimeConfig["backend"]>;

const backends: {
  readonly [B in Backend]:
    | ResolvedRuntime["backend"]
    | ((config: AgentRuntimeConfig) => ResolvedRuntime["backend"]);
} = {
  auto: "auto",
  bubblewrap: "bubblewrap",
  namespaces: "namespaces",
  docker: "docker",
  podman: "podman",
  unsandboxed: "unsandboxed",
  none: "none",
  native: "auto",
  filesystem: "none",
  container: ({ containerRuntime }) => (containerRuntime === "podman" ? "podman" : "docker"),
  local_shell: ({ sandboxEnabled }) => (sandboxEnabled === false ? "unsandboxed" : "auto"),
};

function backendOf(config: AgentRuntimeConfig): ResolvedRuntime["backend"] {
  const found = backends[config.backend ?? "auto"];
  return typeof found === "function" ? found(config) : found;
}

/** True where nothing keeps the commands of an agent of this interface inside. */
export function isUnsandboxed(
  { backend, sandboxEnabled }: ResolvedRuntime,
  { ownSandbox }: ModelInterface,
): boolean {
  return backend === "unsandboxed" || (ownSandbox === true && !sandboxEnabled);
}

/** What contradicts itself in a runtime, or cannot be had. Paths are relative to the runtime. */
export function runtimeProblems(config: AgentRuntimeConfig): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const { containerRuntime: runtime, containerNetwork, containerAddHosts, network } = config;
  const { backend, image, accessMode } = resolveRuntime(config);
  if (backend === "unsandboxed" && accessMode === "read_only") {
    problems.push({ path: ["accessMode"], message: "unsandboxed commands cannot be kept from writing" });
  }
  if (runtime === "singularity" || runtime === "apptainer") {
    problems.push({
      path: ["containerRuntime"],
      message: `"${runtime}" is not available; use "docker" or "podman", or the backend "auto"`,
    });
  }
  if ((backend === "docker" || backend === "podman") && image === null) {
    problems.push({
      path: ["containerImage"],
      message: `the backend "${backend}" needs an image, found none`,
    });
  }
  if ((containerAddHosts ?? []).length > 0) {
    problems.push({ path: ["containerAddHosts"], message: "is not available; leave it out" });
  }
  if (
    network !== undefined &&
    typeof containerNetwork === "string" &&
    network !== (containerNetwork === "bridge")
  ) {
    problems.push({
      path: ["network"],
      message: `contradicts container network "${containerNetwork}"; keep one of the two`,
    });
  }
  return problems;
}
