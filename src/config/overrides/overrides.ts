import * as z from "zod";
import { nearestName } from "../../base/index.ts";
import { ModelConfig } from "../model/model-config.ts";
import { settingDefaults } from "../verification/defaults.ts";
import type { SettingDefaults } from "../verification/resolved-config.ts";
import { shapeProblems } from "../verification/shape-problems.ts";
import { VerificationConfig } from "../verification/verification-config.ts";
import type { FewShotOverrides } from "./override-few-shot.ts";

/** What single values say about the models of a run. A value for one side wins over the value for both. */
export interface ModelOverrides {
  readonly answeringModel?: string | undefined;
  readonly answeringProvider?: string | undefined;
  readonly answeringId?: string | undefined;
  readonly answeringInterface?: ModelConfig["interface"];
  readonly answeringBaseUrl?: string | undefined;
  readonly answeringApiKeyEnv?: string | undefined;
  readonly parsingModel?: string | undefined;
  readonly parsingProvider?: string | undefined;
  readonly parsingId?: string | undefined;
  readonly parsingInterface?: ModelConfig["interface"];
  readonly parsingBaseUrl?: string | undefined;
  readonly parsingApiKeyEnv?: string | undefined;
  /** Both sides; `manual` only the answering one. */
  readonly interface?: ModelConfig["interface"];
  readonly baseUrl?: string | undefined;
  readonly apiKeyEnv?: string | undefined;
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  /** File of prepared answers; the answering side becomes `manual`. */
  readonly manualTraces?: string | undefined;
  /** MCP servers of the answering side, by name. */
  readonly mcpServers?: Readonly<Record<string, string>> | undefined;
  /** The tools it is given of theirs. */
  readonly mcpToolFilter?: readonly string[] | undefined;
  /** File of recorded exchanges; both sides and the embedding check are served from it. */
  readonly replay?: string | undefined;
}

/** Short names of settings of the run, as the command line and the seeds' `from_overrides` have them. */
const shortNames = {
  replicateCount: "replicateCount",
  abstention: "abstentionEnabled",
  sufficiency: "sufficiencyEnabled",
  embeddingCheck: "embeddingCheckEnabled",
  embeddingThreshold: "embeddingCheckThreshold",
  embeddingModel: "embeddingCheckModel",
  embeddingBaseUrl: "embeddingCheckBaseUrl",
  embeddingApiKeyEnv: "embeddingCheckApiKeyEnv",
  combinedChecks: "combinedChecks",
  evaluationMode: "evaluationMode",
  rubricTraitNames: "rubricTraitNames",
  rubricEvaluationStrategy: "rubricEvaluationStrategy",
  asyncExecution: "asyncEnabled",
  asyncWorkers: "asyncMaxWorkers",
  maxConcurrentRequests: "maxConcurrentRequests",
  taskOrdering: "taskOrdering",
  fewShotConfig: "fewShotConfig",
  requestTimeout: "requestTimeout",
  preflight: "preflight",
  outagePatience: "outagePatienceSeconds",
  useFullTraceForTemplate: "useFullTraceForTemplate",
  useFullTraceForRubric: "useFullTraceForRubric",
  deepJudgmentMode: "deepJudgmentMode",
  deepJudgmentMaxExcerpts: "deepJudgmentMaxExcerptsPerAttribute",
  deepJudgmentFuzzyThreshold: "deepJudgmentFuzzyMatchThreshold",
  deepJudgmentRetryAttempts: "deepJudgmentExcerptRetryAttempts",
  deepJudgmentSources: "deepJudgmentExcerptSources",
  deepJudgmentSearch: "deepJudgmentSearchEnabled",
  deepJudgmentSearchTool: "deepJudgmentSearchTool",
  deepJudgmentStrategy: "deepJudgmentStrategy",
  deepJudgmentRubricMode: "deepJudgmentRubricMode",
  deepJudgmentRubricExcerpts: "deepJudgmentRubricGlobalExcerpts",
  deepJudgmentRubricMaxExcerpts: "deepJudgmentRubricMaxExcerptsDefault",
  deepJudgmentRubricFuzzyThreshold: "deepJudgmentRubricFuzzyMatchThresholdDefault",
  deepJudgmentRubricRetryAttempts: "deepJudgmentRubricExcerptRetryAttemptsDefault",
  deepJudgmentRubricSources: "deepJudgmentRubricExcerptSources",
  deepJudgmentRubricSearch: "deepJudgmentRubricSearchEnabled",
  deepJudgmentRubricSearchTool: "deepJudgmentRubricSearchTool",
  deepJudgmentRubricConfig: "deepJudgmentRubricConfig",
  deepJudgmentRubricStrategy: "deepJudgmentRubricStrategy",
  agenticParsing: "agenticParsing",
  agenticParsingTrigger: "agenticParsingTrigger",
  agenticJudgeContext: "agenticJudgeContext",
  agenticParsingMaxTurns: "agenticParsingMaxTurns",
  agenticParsingTimeout: "agenticParsingTimeout",
  agenticParsingMaterializeTrace: "agenticParsingMaterializeTrace",
  agenticParsingPersistTrace: "agenticParsingPersistTrace",
  agenticRubricStrategy: "agenticRubricStrategy",
  agenticRubricParallel: "agenticRubricParallel",
  workspaceCopy: "workspaceCopy",
  workspaceCleanup: "workspaceCleanup",
  workspaceOutputMode: "workspaceOutputMode",
  workspaceOutputDir: "workspaceOutputDir",
  workspaceOutputExcludePatterns: "workspaceOutputExcludePatterns",
} as const satisfies Readonly<Record<string, keyof VerificationConfig>>;

/** Single values that replace parts of a configuration. One that is not given changes nothing. */
export type ConfigOverrides = ModelOverrides &
  FewShotOverrides & {
    readonly [K in keyof typeof shortNames]?: VerificationConfig[(typeof shortNames)[K]];
  };

/** The names of the settings of the run that the overrides give. */
export function overriddenSettings(overrides: ConfigOverrides): readonly (keyof SettingDefaults)[] {
  const given = Object.keys(settingOverrides(overrides));
  return (Object.keys(settingDefaults) as (keyof SettingDefaults)[]).filter((name) => given.includes(name));
}

const model = ModelConfig.shape;
const ofModels = {
  answeringModel: model.modelName,
  answeringProvider: model.modelProvider,
  answeringId: model.id,
  answeringInterface: model.interface,
  answeringBaseUrl: model.endpointBaseUrl,
  answeringApiKeyEnv: model.apiKeyEnv,
  parsingModel: model.modelName,
  parsingProvider: model.modelProvider,
  parsingId: model.id,
  parsingInterface: model.interface,
  parsingBaseUrl: model.endpointBaseUrl,
  parsingApiKeyEnv: model.apiKeyEnv,
  interface: model.interface,
  baseUrl: model.endpointBaseUrl,
  apiKeyEnv: model.apiKeyEnv,
  temperature: model.temperature,
  maxTokens: model.maxTokens,
  manualTraces: model.manualTracesPath,
  mcpServers: model.mcpUrlsDict,
  mcpToolFilter: model.mcpToolFilter,
  replay: model.replayFile,
} as const satisfies Readonly<Record<keyof ModelOverrides, z.ZodType>>;
const ofFewShot = {
  fewShotMode: z.enum(["off", "all", "k-shot", "custom"]).optional(),
  fewShotK: z.int().optional(),
} as const satisfies Readonly<Record<keyof FewShotOverrides, z.ZodType>>;

/** Every single value that can be given, for callers that no compiler has looked at. */
const overrideShapes: Readonly<Record<string, z.ZodType>> = {
  ...ofModels,
  ...ofFewShot,
  ...Object.fromEntries(
    Object.entries(shortNames).map(([short, setting]) => [short, VerificationConfig.shape[setting]]),
  ),
};

/**
 * What is wrong with overrides, a line each: names that are none, each with the nearest one, and values that do not fit.
 */
export function overrideProblems(overrides: object): readonly string[] {
  return Object.entries(overrides).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const shape = Object.hasOwn(overrideShapes, name) ? overrideShapes[name] : undefined;
    return shape === undefined ? [unknownName(name)] : shapeProblems(shape, value, [name]);
  });
}

function unknownName(name: string): string {
  const nearest = nearestName(name, Object.keys(overrideShapes));
  const isSetting = Object.hasOwn(VerificationConfig.shape, name);
  return `unknown name "${name}"${nearest !== undefined ? `, did you mean "${nearest}"?` : isSetting ? ", a setting of whole configurations: give it with the base" : ""}`;
}

/** The settings of the run that the overrides give. */
export function settingOverrides(overrides: ConfigOverrides): VerificationConfig {
  const settings = Object.entries(shortNames).flatMap(([short, setting]) => {
    const value = overrides[short as keyof typeof shortNames]; // a key of the table
    return value === undefined ? [] : [[setting, value]];
  });
  return Object.fromEntries(settings);
}
