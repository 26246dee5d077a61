import * as z from "zod";
import { AnyJsonObject, recordOf, VariableName } from "../../base/index.ts";
import { EvaluationMode } from "../../pipeline/index.ts";
import { RetryPolicy } from "../../run/index.ts";
import { FewShotConfig } from "../few-shot/few-shot-config.ts";
import { ModelConfig } from "../model/model-config.ts";
import { deepJudgmentFields, storedSearchTools } from "./deep-judgment-config.ts";
import { ErrorPatternConfig } from "./error-pattern.ts";
import { instructionShortcuts, PromptInstructions } from "./instructions.ts";

const flag = z.boolean().optional();
const atLeastOne = z.int().min(1);
const seconds = z.number().positive();

/**
 * How a benchmark is run, as a user writes it. Only the models have to be named; everything else has a default,
 * see `docs/configuration.md` and {@link ResolvedConfig}. In a preset file the same names stand in snake_case.
 *
 * @example
 * {
 *   answeringModels: [{ id: "haiku", modelProvider: "anthropic", modelName: "claude-haiku-4-5" }],
 *   parsingModels: [{ id: "judge", modelProvider: "openai", modelName: "gpt-5-mini", temperature: 0 }],
 *   replicateCount: 3,
 * }
 */
export const VerificationConfig = z.strictObject({
  answeringModels: z.array(ModelConfig).optional(),
  parsingModels: z.array(ModelConfig).optional(),
  replicateCount: atLeastOne.optional(),
  parsingOnly: flag,
  rubricTraitNames: z.array(z.string()).nullish(),
  rubricEvaluationStrategy: z.enum(["batch", "sequential"]).nullish(),
  evaluationMode: EvaluationMode.optional(),
  useFullTraceForTemplate: flag,
  useFullTraceForRubric: flag,
  allowPartialTraceScoring: flag,
  abstentionEnabled: flag,
  sufficiencyEnabled: flag,
  /** Ask about abstention and sufficiency in one call where both are on. */
  combinedChecks: flag,
  includeExtractionHints: flag,
  exposeGroundTruth: flag,
  embeddingCheckEnabled: flag,
  embeddingCheckModel: z.string().min(1).optional(),
  embeddingCheckThreshold: z.number().min(0).max(1).optional(),
  embeddingCheckBaseUrl: z.url({ protocol: /^https?$/ }).nullish(),
  embeddingCheckApiKeyEnv: VariableName.nullish(),
  embeddingCheckReplayFile: z.string().min(1).nullish(),
  asyncEnabled: flag,
  asyncMaxWorkers: atLeastOne.optional(),
  maxConcurrentRequests: atLeastOne.nullish(),
  batchTimeoutSeconds: seconds.nullish(),
  /** Ask every model a few words before the first task, and do not start where one cannot be used. */
  preflight: flag,
  /** Seconds that a model's server is waited for while it cannot be reached. */
  outagePatienceSeconds: z.number().min(0).optional(),
  taskOrdering: z
    .enum(["auto", "prefix_cache", "distribute_answerers", "generation_order", "random"])
    .optional(),
  answererConcurrencyLimits: z.union([atLeastOne, recordOf(atLeastOne)]).nullish(),
  ...deepJudgmentFields,
  /** Older name: true is `deepJudgmentMode: "full"`, false is `"disabled"`. */
  deepJudgmentEnabled: flag,
  fewShotConfig: FewShotConfig.nullish(),
  promptConfig: PromptInstructions.nullish(),
  ...instructionShortcuts,
  agenticParsing: flag,
  agenticParsingTrigger: z.enum(["always", "dynamic"]).optional(),
  agenticJudgeContext: z.enum(["workspace_only", "trace_and_workspace", "trace_only"]).optional(),
  agenticParsingMaxTurns: atLeastOne.optional(),
  agenticParsingTimeout: z.number().min(0).optional(),
  agenticParsingMaterializeTrace: flag,
  agenticParsingPersistTrace: flag,
  agenticRubricStrategy: z.enum(["individual", "shared"]).optional(),
  agenticRubricParallel: flag,
  workspaceCopy: flag,
  workspaceCleanup: flag,
  workspaceOutputMode: z.enum(["none", "full", "produced"]).optional(),
  workspaceOutputDir: z.string().nullish(),
  workspaceOutputExcludePatterns: z.array(z.string()).optional(),
  dbConfig: AnyJsonObject.nullish(),
  /** Seconds for one attempt of one model call; null: no limit. */
  requestTimeout: seconds.nullish(),
  scenarioTurnLimit: atLeastOne.optional(),
  replayParseOnHydrationMismatch: z.enum(["fall_through", "strict"]).optional(),
  retryPolicy: RetryPolicy.optional(),
  customErrorPatterns: z.array(ErrorPatternConfig).optional(),
  maxRequeueCount: atLeastOne.optional(),
  /** Follows from the evaluation mode; when given it must agree with it. */
  rubricEnabled: flag,
});
export type VerificationConfig = z.input<typeof VerificationConfig>;

/** The same as it stands in a file: what is a function in code has no place there. */
export const StoredConfig = z.strictObject({ ...VerificationConfig.shape, ...storedSearchTools });
export type StoredConfig = z.infer<typeof StoredConfig>;
