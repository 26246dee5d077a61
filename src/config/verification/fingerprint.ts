import { isJsonObject, type JsonValue, sha256 } from "../../base/index.ts";
import type { ResolvedModel } from "../../models/definition/index.ts";
import type { ResolvedConfig } from "./resolved-config.ts";
import { withNamedSearch } from "./search-tool.ts";

/** Settings that decide how a run proceeds, not what comes out. */
const proceeding = [
  "asyncEnabled",
  "asyncMaxWorkers",
  "maxConcurrentRequests",
  "batchTimeoutSeconds",
  "preflight",
  "outagePatienceSeconds",
  "taskOrdering",
  "answererConcurrencyLimits",
  "requestTimeout",
  "retryPolicy",
  "maxRequeueCount",
  "embeddingCheckApiKeyEnv",
  "workspaceCleanup",
  "workspaceOutputMode",
  "workspaceOutputDir",
  "workspaceOutputExcludePatterns",
] as const satisfies readonly (keyof ResolvedConfig)[];

const proceedingOfModel = [
  "requestTimeout",
  "retryPolicy",
  "agentTimeout",
  "agentMiddleware",
  "mcpHttpTimeout",
  "mcpSseReadTimeout",
  "apiKeyEnv",
  "endpointApiKey",
  "anthropicApiKey",
  "prices",
] as const satisfies readonly (keyof ResolvedModel)[];

/**
 * Tells whether two configurations would give comparable results: equal ones have equal fingerprints, whatever their
 * concurrency, time limits, retries, prices and keys, and whatever they keep of workspaces. One function in a setting counts like any other. Lower-case hexadecimal SHA-256.
 */
export function configFingerprint(config: ResolvedConfig): string {
  const left = without(withNamedSearch(config), proceeding);
  const models = (list: readonly ResolvedModel[]) => list.map((model) => without(model, proceedingOfModel));
  return sha256(
    JSON.stringify(
      sorted({
        ...left,
        answeringModels: models(config.answeringModels),
        parsingModels: models(config.parsingModels),
      }),
    ),
  );
}

function without<T extends object>(value: T, names: readonly (keyof T)[]): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name as keyof T))); // own keys of T
}

/** The same value with the keys of every object in order. */
function sorted(value: unknown): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value as JsonValue; // what is neither list nor object in a configuration is a JSON scalar
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}
