import path from "node:path";
import {
  applyOverrides,
  availableInterfaces,
  type ConfigOverrides,
  type Environment,
  type InterfaceName,
  interfaceNames,
  isVariableName,
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
  "combinedChecks",
  "embeddingCheck",
  "embeddingThreshold",
  "embeddingModel",
  "asyncWorkers",
  "taskOrdering",
  "requestTimeout",
  "fewShotK",
] as const satisfies readonly (keyof ConfigOptions & keyof ConfigOverrides)[];

const keyFlags = {
  apiKeyEnv: "--api-key-env",
  answeringApiKeyEnv: "--answering-api-key-env",
  parsingApiKeyEnv: "--parsing-api-key-env",
} as const satisfies Partial<Record<keyof ConfigOptions, string>>;

/** Somebody may give a key in place of its variable's name: it is refused without showing it. */
function refuseKeys(options: ConfigOptions): void {
  const wrong = Object.entries(keyFlags).find(([name]) => {
    const value = options[name as keyof typeof keyFlags]; // a key of the table
    return value !== undefined && !isVariableName(value);
  });
  if (wrong === undefined) return;
  throw usageError(
    `${wrong[1]}: expected the name of an environment variable, such as MY_API_KEY, not the key itself.`,
    `Put the key into a variable and give its name: ${wrong[1]} MY_API_KEY.`,
  );
}

/**
 * The overrides that the options stand for.
 *
 * @throws KareninaError `configuration` for an interface that does not exist, or a key where a variable's name belongs.
 */
export function overridesFromOptions(options: ConfigOptions): ConfigOverrides {
  refuseKeys(options);
  return {
    ...Object.fromEntries(sameName.map((name) => [name, options[name]])),
    interface: interfaceOf("--interface", options.interface),
    answeringInterface: interfaceOf("--answering-interface", options.answeringInterface),
    parsingInterface: interfaceOf("--parsing-interface", options.parsingInterface),
    asyncExecution: options.async,
    rubricEvaluationStrategy: options.rubricStrategy,
    rubricTraitNames: options.rubricTraits === undefined ? undefined : [...options.rubricTraits],
    fewShotMode: options.fewShot,
    useFullTraceForTemplate: oneOf(options.useFullTraceForTemplate, options.useFinalMessageForTemplate),
    useFullTraceForRubric: oneOf(options.useFullTraceForRubric, options.useFinalMessageForRubric),
  };
}

/** What a pair of flags that exclude each other says; undefined when neither was given. */
function oneOf(yes: boolean | undefined, no: boolean | undefined): boolean | undefined {
  return yes === true ? true : no === true ? false : undefined;
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
