import * as z from "zod";
import type {
  EvidenceSettings,
  EvidenceStrategy,
  PromptConfig,
  RubricDeepJudgmentOptions,
} from "../judge/index.ts";
import type { EmbedderPort, SearchPort, WorkspaceProvider } from "../ports/index.ts";
import type { AgenticRubricTrait, ContextMode } from "../rubric/index.ts";
import type { ParsingModel } from "./models.ts";
import type { StageSettings } from "./stage-settings.generated.ts";

/** What a run evaluates. */
export const EvaluationMode = z.enum(["template_only", "template_and_rubric", "rubric_only"]);
export type EvaluationMode = z.infer<typeof EvaluationMode>;

/** The resolved options that stages read. A feature is on when its part is present. */
export interface PipelineOptions extends StageSettings {
  /** Own stages look at answers: one is asked for even where there is neither template nor trait. Default false. */
  readonly answerForOwnStages?: boolean;
  /** One call for all traits of a kind, or one per trait. */
  readonly rubricStrategy: "batch" | "sequential";
  readonly embedding?: { readonly embedder: EmbedderPort; readonly threshold: number };
  /** Fill the template from verbatim evidence. */
  readonly deepJudgment?: DeepJudgmentOptions;
  /** Judge LLM traits from verbatim evidence. */
  readonly deepJudgmentRubric?: RubricDeepJudgmentOptions;
  /** An agent looks for the values in the workspace. */
  readonly agenticParsing?: AgenticParsingOptions;
  /** How agentic traits are investigated. Default: one after the other, by the task's judge. */
  readonly agenticRubric?: AgenticRubricOptions;
  /** Folders for agents to work in. */
  readonly workspaces?: WorkspaceOptions;
  readonly prompts: PromptConfig;
}

/** How the template is filled from evidence. */
export interface DeepJudgmentOptions {
  readonly mode: "reasoning_only" | "full";
  readonly strategy: EvidenceStrategy;
  readonly settings: EvidenceSettings;
  /** Null: excerpts are not looked up outside the answer. */
  readonly search: SearchPort | null;
}

/** How an agent fills the template. */
export interface AgenticParsingOptions {
  /** `dynamic`: only where the final message alone does not settle the values. */
  readonly trigger: "always" | "dynamic";
  readonly context: ContextMode;
  readonly maxTurns: number;
  readonly timeoutMs: number;
  /** Gives the agent the trace as a file in place of the prompt. */
  readonly materializeTrace: boolean;
  /** Leaves that file in the answer's workspace. */
  readonly persistTrace: boolean;
}

/** How agentic traits are investigated. */
export interface AgenticRubricOptions {
  readonly strategy: "individual" | "shared";
  readonly parallel: boolean;
  /** The model that investigates a trait in place of the task's judge; null: the judge does. */
  modelOf(trait: AgenticRubricTrait): ParsingModel | null;
}

/** Where agents work. */
interface WorkspaceOptions {
  readonly provider: WorkspaceProvider;
  /** How many judges look at one answer; with more than one, nobody's task removes the answer's workspace. */
  readonly judges: number;
}
