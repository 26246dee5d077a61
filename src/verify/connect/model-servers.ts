import type { RawConnection, ResolvedModel } from "../../models/definition/index.ts";
import type { LlmPort } from "../../ports/index.ts";
import { llmProbe, type Outages, type Probe, type ServerUse, type ServerWatch } from "../../run/index.ts";

/** What a model or service can be asked before the first task. */
export interface PreflightSubject {
  /** As messages call it. */
  readonly name: string;
  /** Who needs it; where several do, the first. */
  readonly use: ServerUse;
  readonly probe: Probe;
  /** Limit of the probe, in milliseconds. */
  readonly timeoutMs: number;
  /** The model's name, for a server that does not have it. */
  readonly modelName: string;
  /** The names of the models that the server has. Absent: it cannot be asked. */
  readonly listModels?: ((signal: AbortSignal) => Promise<readonly string[]>) | undefined;
}

/** The servers that a run's models are on. */
export interface ModelServers {
  /** What can be asked before the first task, each server once for each of its models. */
  readonly preflight: readonly PreflightSubject[];
  /** The watch over a model's server; undefined where there is nothing to be reached. */
  watchModel(model: ResolvedModel, raw: RawConnection, use: ServerUse): ServerWatch | undefined;
  /** The watch over something else that every task may need. */
  watchService(service: Omit<PreflightSubject, "use">): ServerWatch;
}

/** A probe is a short call. */
export const longestProbeMs = 60_000;

/** Collects servers for one run. `opened` closes what probes have opened. */
export function modelServers(outages: Outages, opened: AsyncDisposableStack): ModelServers {
  const subjects = new Map<string, PreflightSubject>();

  function watch(
    key: string,
    { name, use, probe, timeoutMs: probeTimeoutMs }: PreflightSubject,
  ): ServerWatch {
    return outages.watch({ key, name, use, probe, probeTimeoutMs });
  }

  return {
    get preflight() {
      return [...subjects.values()];
    },
    watchModel(model, raw, use) {
      const { reached } = model.innerInterface;
      if (raw.kind === "prepared" || reached === "here") return undefined;
      const subject: PreflightSubject = {
        name: `"${model.id}"`,
        use,
        probe: reached === "calls" ? async () => undefined : probeOf(raw, opened),
        timeoutMs: Math.min((model.requestTimeout ?? Number.POSITIVE_INFINITY) * 1000, longestProbeMs),
        modelName: model.modelName,
        ...(raw.kind !== "runtime" && { listModels: raw.listModels }),
      };
      const key = serverKey(model);
      if (reached === "network" && !subjects.has(key)) subjects.set(key, subject);
      return watch(key, subject);
    },
    watchService(service) {
      const key = JSON.stringify([service.name, service.modelName]);
      const subject: PreflightSubject = { ...service, use: { role: "any" } };
      subjects.set(key, subject);
      return watch(key, subject);
    },
  };
}

function probeOf(raw: Exclude<RawConnection, { kind: "prepared" }>, opened: AsyncDisposableStack): Probe {
  if (raw.kind !== "runtime") return llmProbe(raw.llm);
  return raw.openLlm === undefined ? async () => undefined : lazyProbe(raw.openLlm, opened);
}

/** A probe by a connection that is opened with the first use. */
function lazyProbe(openLlm: () => LlmPort, opened: AsyncDisposableStack): Probe {
  let llm: LlmPort | undefined;
  opened.defer(async () => llm?.[Symbol.asyncDispose]());
  return (options) => {
    llm ??= openLlm();
    return llmProbe(llm)(options);
  };
}

/** Equal for models that are asked with the same words by the same key at the same address. */
function serverKey(model: ResolvedModel): string {
  const { modelProvider, modelName, endpointBaseUrl, anthropicBaseUrl, apiKeyEnv, extraKwargs } = model;
  return JSON.stringify([
    ...[model.innerInterface.name, modelProvider, modelName, endpointBaseUrl, anthropicBaseUrl],
    // what a program has handed over is the same only for one model
    ...[model.innerInterface.reached === "calls" ? model.id : null],
    ...[apiKeyEnv, model.endpointApiKey, model.anthropicApiKey, model.temperature, extraKwargs],
  ]);
}
