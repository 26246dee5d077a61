import path from "node:path";
import { type Environment, isVariableName, nearestName } from "../base/index.ts";
import {
  absolutePaths,
  applyOverrides,
  type ConfigOverrides,
  loadPreset,
  readTraitConfig,
  resolvePresetPath,
  type VerificationConfig,
} from "../config/index.ts";
import { type InterfaceName, interfaceNames } from "../models/index.ts";
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
  const { manualTraces, replay, deepJudgmentSearchTool, deepJudgmentRubricSearchTool } = options;
  const paths = {
    deepJudgmentSearchTool,
    deepJudgmentRubricSearchTool,
    workspaceOutputDir: options.workspaceOutputDir,
  };
  const traitConfig = absolute(options.deepJudgmentRubricConfig);
  return applyOverrides(
    {
      ...overridesFromOptions(options),
      manualTraces: absolute(manualTraces),
      replay: absolute(replay),
      ...absolutePaths(paths, place.workingDirectory),
      ...(traitConfig !== undefined && { deepJudgmentRubricConfig: await readTraitConfig(traitConfig) }),
    },
    preset,
    place.environment,
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
  "embeddingBaseUrl",
  "embeddingApiKeyEnv",
  "asyncWorkers",
  "taskOrdering",
  "requestTimeout",
  "preflight",
  "outagePatience",
  "fewShotK",
  "deepJudgmentStrategy",
  "deepJudgmentMaxExcerpts",
  "deepJudgmentFuzzyThreshold",
  "deepJudgmentRetryAttempts",
  "deepJudgmentSources",
  "deepJudgmentSearch",
  "deepJudgmentSearchTool",
  "deepJudgmentRubricMode",
  "deepJudgmentRubricStrategy",
  "deepJudgmentRubricExcerpts",
  "deepJudgmentRubricMaxExcerpts",
  "deepJudgmentRubricFuzzyThreshold",
  "deepJudgmentRubricRetryAttempts",
  "deepJudgmentRubricSources",
  "deepJudgmentRubricSearch",
  "deepJudgmentRubricSearchTool",
  "agenticParsing",
  "agenticParsingTrigger",
  "agenticJudgeContext",
  "agenticParsingMaxTurns",
  "agenticParsingTimeout",
  "agenticParsingMaterializeTrace",
  "agenticParsingPersistTrace",
  "agenticRubricStrategy",
  "agenticRubricParallel",
  "workspaceCopy",
  "workspaceCleanup",
  "workspaceOutputMode",
  "workspaceOutputDir",
  "mcpToolFilter",
] as const satisfies readonly (keyof ConfigOptions & keyof ConfigOverrides)[];

const keyFlags = {
  apiKeyEnv: "--api-key-env",
  answeringApiKeyEnv: "--answering-api-key-env",
  parsingApiKeyEnv: "--parsing-api-key-env",
  embeddingApiKeyEnv: "--embedding-api-key-env",
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
 * The overrides that the options stand for. What stands in a file of its own is not read here.
 *
 * @throws KareninaError `configuration` for an interface that does not exist, a key where a variable's name belongs, and
 * flags that contradict each other.
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
    deepJudgmentMode: deepJudgmentMode(options),
    mcpServers: options.mcp === undefined ? undefined : serversOf(options.mcp),
    workspaceOutputExcludePatterns:
      options.workspaceOutputExclude === undefined ? undefined : [...options.workspaceOutputExclude],
    useFullTraceForTemplate: oneOf(options.useFullTraceForTemplate, options.useFinalMessageForTemplate),
    useFullTraceForRubric: oneOf(options.useFullTraceForRubric, options.useFinalMessageForRubric),
  };
}

/** What a pair of flags that exclude each other says; undefined when neither was given. */
function oneOf(yes: boolean | undefined, no: boolean | undefined): boolean | undefined {
  return yes === true ? true : no === true ? false : undefined;
}

/** The switch of deep judgment and its mode as one; where both are given they have to agree. */
function deepJudgmentMode({
  deepJudgment: isOn,
  deepJudgmentMode: mode,
}: ConfigOptions): ConfigOverrides["deepJudgmentMode"] {
  if (isOn === undefined) return mode;
  if (mode === undefined) return isOn ? "full" : "disabled";
  if (isOn === (mode !== "disabled")) return mode;
  throw usageError(
    `--${isOn ? "" : "no-"}deep-judgment and --deep-judgment-mode ${mode} contradict each other.`,
  );
}

function serversOf(given: readonly string[]): Readonly<Record<string, string>> {
  const entries = given.map((server): readonly [string, string] => {
    const [, name, value] = /^([\w.-]+)=(.+)$/s.exec(server) ?? [];
    if (name !== undefined && value !== undefined) return [name, value];
    throw usageError(
      "--mcp: expected a name and a server.",
      'Such as --mcp weather=https://weather.example/mcp, or --mcp "files=npx -y server /data".',
    );
  });
  const twice = entries.find(([name], place) => entries.findIndex(([other]) => other === name) < place);
  if (twice !== undefined) throw usageError(`--mcp: two servers are called "${twice[0]}".`);
  return Object.fromEntries(entries);
}

function interfaceOf(flag: string, name: string | undefined): InterfaceName | undefined {
  const known = interfaceNames.find((candidate) => candidate === name);
  if (known !== undefined || name === undefined) return known;
  const nearest = nearestName(name, interfaceNames);
  throw usageError(
    `${flag}: unknown interface "${name}".`,
    `${nearest === undefined ? "" : `Did you mean "${nearest}"? `}There are ${interfaceNames.join(", ")}.`,
  );
}
