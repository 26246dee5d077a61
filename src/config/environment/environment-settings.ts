import {
  type Environment,
  type ReadValue,
  readAddress,
  readBoolean,
  readCount,
  readShare,
  readText,
  readVariableName,
  variable,
} from "../../base/index.ts";
import { configurationError } from "../problems.ts";
import type { VerificationConfig } from "../verification/verification-config.ts";

/** Settings that an environment variable can give. */
type EnvironmentSettings = Pick<
  VerificationConfig,
  | "embeddingCheckEnabled"
  | "embeddingCheckModel"
  | "embeddingCheckThreshold"
  | "embeddingCheckBaseUrl"
  | "embeddingCheckApiKeyEnv"
  | "asyncEnabled"
  | "asyncMaxWorkers"
  | "maxConcurrentRequests"
  | "exposeGroundTruth"
>;

const read = {
  embeddingCheckEnabled: ["EMBEDDING_CHECK", readBoolean],
  embeddingCheckModel: ["EMBEDDING_CHECK_MODEL", readText],
  embeddingCheckThreshold: ["EMBEDDING_CHECK_THRESHOLD", readShare],
  embeddingCheckBaseUrl: ["EMBEDDING_CHECK_BASE_URL", readAddress],
  embeddingCheckApiKeyEnv: ["EMBEDDING_CHECK_API_KEY_ENV", readVariableName],
  asyncEnabled: ["KARENINA_ASYNC_ENABLED", readBoolean],
  asyncMaxWorkers: ["KARENINA_ASYNC_MAX_WORKERS", readCount],
  maxConcurrentRequests: ["KARENINA_MAX_CONCURRENT_LLM_REQUESTS", readCount],
  exposeGroundTruth: ["KARENINA_EXPOSE_GROUND_TRUTH", readBoolean],
} as const satisfies Record<
  keyof EnvironmentSettings,
  readonly [name: string, read: (text: string) => ReadValue<string | number | boolean>]
>;

/** The environment variables that hold settings, by the setting they give. */
export const settingVariables = Object.fromEntries(
  Object.entries(read).map(([setting, [name]]) => [setting, name]),
) as Readonly<Record<keyof EnvironmentSettings, string>>; // the keys are those of the table above

/**
 * The settings that environment variables give. A variable that is empty is not set.
 *
 * @throws KareninaError `configuration` that names every variable whose value cannot be read.
 */
export function environmentSettings(environment: Environment): EnvironmentSettings {
  const problems: string[] = [];
  const settings = Object.entries(read).flatMap(([setting, [name, parse]]) => {
    const text = variable(environment, name);
    if (text === undefined) return [];
    const result = parse(text);
    if (result.ok) return [[setting, result.value]];
    const found = result.hides ? "something else" : `"${text}"`;
    problems.push(`environment variable ${name}: expected ${result.expected}, found ${found}`);
    return [];
  });
  if (problems.length > 0)
    throw configurationError("The environment", problems, "Correct the variable or unset it.");
  return Object.fromEntries(settings) as EnvironmentSettings; // each value was read by its own setting's reader
}
