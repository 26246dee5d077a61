import path from "node:path";
import {
  applyOverrides,
  availableInterfaces,
  type ConfigOverrides,
  type Environment,
  type InterfaceName,
  interfaceNames,
  loadPreset,
  nearestName,
  resolvePresetPath,
  type VerificationConfig,
} from "../config/index.ts";
import type { ConfigOptions } from "./config-options.ts";
import { usageError } from "./failure.ts";

/** The configuration that the options give: the preset, and what flags change of it. Nothing is resolved yet. */
export async function configFromOptions(
  options: ConfigOptions,
  place: { readonly workingDirectory: string; readonly environment: Environment },
  base?: VerificationConfig,
): Promise<VerificationConfig> {
  const preset =
    options.preset === undefined
      ? base
      : (await loadPreset(await resolvePresetPath(options.preset, place))).config;
  const absolute = (file: string | undefined) => file && path.resolve(place.workingDirectory, file);
  const { manualTraces, replay } = options;
  return applyOverrides(
    { ...overridesFromOptions(options), manualTraces: absolute(manualTraces), replay: absolute(replay) },
    preset,
  );
}

/** Options that have the name and meaning of their override. */
const sameName = [
  "replicateCount",
  "answeringModel",
  "answeringProvider",
  "answeringId",
  "answeringBaseUrl",
  "answeringApiKeyEnv",
  "parsingModel",
  "parsingProvider",
  "parsingId",
  "parsingBaseUrl",
  "parsingApiKeyEnv",
  "baseUrl",
  "apiKeyEnv",
  "temperature",
  "maxTokens",
  "manualTraces",
  "replay",
  "evaluationMode",
  "abstention",
  "sufficiency",
  "embeddingCheck",
  "embeddingThreshold",
  "embeddingModel",
  "asyncWorkers",
  "taskOrdering",
  "requestTimeout",
] as const satisfies readonly (keyof ConfigOptions & keyof ConfigOverrides)[];

/**
 * The overrides that the options stand for.
 *
 * @throws KareninaError `configuration` for an interface that does not exist.
 */
export function overridesFromOptions(options: ConfigOptions): ConfigOverrides {
  return {
    ...Object.fromEntries(sameName.map((name) => [name, options[name]])),
    interface: interfaceOf("--interface", options.interface),
    answeringInterface: interfaceOf("--answering-interface", options.answeringInterface),
    parsingInterface: interfaceOf("--parsing-interface", options.parsingInterface),
    asyncExecution: options.async,
    useFullTraceForTemplate:
      options.useFullTraceForTemplate === true
        ? true
        : options.useFinalMessageForTemplate === true
          ? false
          : undefined,
  };
}

function interfaceOf(flag: string, name: string | undefined): InterfaceName | undefined {
  const known = interfaceNames.find((candidate) => candidate === name);
  if (known !== undefined || name === undefined) return known;
  const nearest = nearestName(name, availableInterfaces);
  throw usageError(
    `${flag}: unknown interface "${name}".`,
    `${nearest === undefined ? "" : `Did you mean "${nearest}"? `}There are ${availableInterfaces.join(", ")}.`,
  );
}
