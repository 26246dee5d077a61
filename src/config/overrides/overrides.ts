import type { ModelConfig } from "../model/model-config.ts";
import type { VerificationConfig } from "../verification/verification-config.ts";
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

/** The settings of the run that the overrides give. */
export function settingOverrides(overrides: ConfigOverrides): VerificationConfig {
  const settings = Object.entries(shortNames).flatMap(([short, setting]) => {
    const value = overrides[short as keyof typeof shortNames]; // a key of the table
    return value === undefined ? [] : [[setting, value]];
  });
  return Object.fromEntries(settings);
}
