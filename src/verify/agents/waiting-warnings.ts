import type { ResolvedConfig } from "../../config/index.ts";
import type { ResolvedModel } from "../../models/definition/index.ts";

/** Says that agents may lose their time to a queue of the run's own, where that can be. */
export function waitingWarnings(config: ResolvedConfig): readonly string[] {
  const { maxConcurrentRequests: most, asyncEnabled, asyncMaxWorkers: workers } = config;
  if (most === null || !asyncEnabled || workers <= most) return [];
  const agents = [
    ...config.answeringModels.filter((model) => isDeep(model) || model.mcpUrlsDict !== null),
    ...(config.agenticParsing ? config.parsingModels : []),
  ];
  // an agent that makes its calls itself waits once, before its time begins
  if (agents.every((model) => model.reachedBy.ownCalls === true)) return [];
  return [
    `${workers} tasks share ${most} ${most === 1 ? "request" : "requests"} at a time (max_concurrent_requests): what an agent waits for its turn counts towards its time limit.`,
  ];
}

const isDeep = (model: ResolvedModel) => model.reachedBy.tier === "deep_agent";
