import type { TransportError } from "../base/index.ts";
import type {
  AgenticEvaluation,
  Decision,
  RubricDeepJudgment,
  RubricEvaluation,
  TemplateDeepJudgment,
} from "../judge/index.ts";
import type { Workspace } from "../ports/index.ts";
import type { VerificationResult, VerificationResultTemplate } from "../result/index.ts";
import type { TraitProvenance } from "../rubric/index.ts";
import type { Answer, AnswerTemplate, FieldCredit, TemplateVerification } from "../template/index.ts";
import type { AgentMetrics, JudgedSource, Message, RetrievedContext, Usage } from "../trace/index.ts";

/** The answer of the model under test, with everything around it. */
export interface ResponseFact {
  /** What the answering side said and did, without system and user messages. */
  readonly messages: readonly Message[];
  /** The same as text with a header per message; what trace checks and full-trace judging read. */
  readonly trace: string;
  /** What was sent: system prompt, examples, question. */
  readonly conversation: readonly Message[];
  readonly recursionLimitReached: boolean;
  /** The answer was cut off; null: it is whole. */
  readonly partial: "timeout" | "length" | "error" | null;
  /** Why the answer could not go on; only with `partial` `error`, or `timeout` of a plain call. */
  readonly error?: TransportError;
  /** Why nothing of it counts as an answer; null: it may, or the agent ran into its turn limit. */
  readonly unanswered: MissingAnswer | null;
  readonly usage: Usage;
  readonly usageKnown: boolean;
  /** The model that answered, as the provider names it. */
  readonly model: string;
  readonly metrics: AgentMetrics;
  /** What was looked up for the answer; null: nothing is known of it. */
  readonly contexts: readonly RetrievedContext[] | null;
  /** What was written beside the answer. Absent: nothing. */
  readonly log?: string;
  /** True when another judge's task generated this answer. */
  readonly shared: boolean;
  /** Of an answer that was taken over from another run: what its results said of the agent. Absent: it was generated. */
  readonly asAgent?: {
    readonly servers: VerificationResultTemplate["answeringMcpServers"];
    readonly metrics: VerificationResultTemplate["agentMetrics"];
  };
}

/** An answer before it is known whether other judges share it. */
export type GeneratedAnswer = Omit<ResponseFact, "shared">;

/** Why there is no answer: a failure to answer, not a wrong answer. */
export interface MissingAnswer {
  readonly category: "empty_response" | "abstention" | "no_final_message";
  readonly reason: string;
}

/** What the judge filled in. */
export interface ParsedFact {
  readonly answer: Answer;
  /** The judge's display string, or `regex_only (no LLM)` / `trace_only (no LLM)`. */
  readonly parsedBy: string;
  /** The text the judge saw; null without a judge. */
  readonly evaluationInput: string | null;
  readonly usedFullTrace: boolean;
  /** What that text is, where the template says so itself. */
  readonly source?: JudgedSource;
  /** The evidence behind the values; absent: the judge filled the template in one call. */
  readonly deepJudgment?: DeepJudgmentFact;
  /** Present when an agent looked for the values itself. */
  readonly agentic?: AgenticParsingFact;
}

/** Whether the final message was enough, where that was asked before looking. */
export interface ScreeningFact {
  readonly decision: "direct" | "escalated";
  readonly reasoning: string | null;
  /** The judge's decision could not be read. */
  readonly malformed: boolean;
}

/** How the values were read from an investigation's report. */
interface AgenticParsingFact {
  readonly recovery: "local_json" | null;
  readonly extractionError: string | null;
}

/** The evidence behind the values of a template. */
interface DeepJudgmentFact extends Omit<TemplateDeepJudgment, "answer" | "warnings"> {
  readonly mode: "reasoning_only" | "full";
  readonly searchEnabled: boolean;
}

/** The folder that the answering agent worked in. */
interface WorkspaceFact {
  readonly workspace: Workspace;
  /** True: this task removes it; false: other judges need it, and whoever shares the answer removes it. */
  readonly owned: boolean;
}

/** What an agent saw when it examined the answer. */
interface InvestigationFact {
  /** The whole as text. */
  readonly trace: string;
}

/** What agents found about agentic traits. */
export interface AgenticRubricFact extends AgenticEvaluation {
  readonly provenance: TraitProvenance;
  /** Dynamic traits whose concept the answer touches; null where RubricEvaluation says it, or without a dynamic rubric. */
  readonly promoted: RubricFact["promoted"];
  /** Why the other dynamic traits were left out; null as above. */
  readonly skipped: RubricFact["skipped"];
}

/** Whether the trace of an agent with tools ends in the model's message. */
interface TraceValidationFact {
  readonly error: string | null;
}

/** What a check before parsing found. */
export interface PreParseCheckFact {
  /** False: the judge could not be asked; the pipeline goes on. */
  readonly performed: boolean;
  /** Abstention: the model refused. Sufficiency: the answer holds enough. Null when not performed. */
  readonly detected: boolean | null;
  readonly overrideApplied: boolean;
  readonly reasoning: string | null;
}

/** The abstention check, and the judge's word on sufficiency where both were asked in one call. */
interface AbstentionFact extends PreParseCheckFact {
  readonly sufficiency?: Decision;
}

/** What the embedding check found. */
export interface EmbeddingFact {
  readonly performed: boolean;
  /** True: it broke off and has changed nothing. */
  readonly failed: boolean;
  readonly similarity: number | null;
  readonly model: string | null;
  /** It turned a verdict into a pass. */
  readonly overrideApplied: boolean;
  /** What the fields come to where it found their values right; null: as VerifyTemplate has them. */
  readonly credit: FieldCredit | null;
}

/** What the traits of the rubric were judged to be. */
export interface RubricFact {
  readonly evaluation: RubricEvaluation;
  /** The text that was judged. */
  readonly evaluationInput: string;
  readonly provenance: TraitProvenance;
  /** Dynamic traits whose concept the answer touches; null without a dynamic rubric. */
  readonly promoted: readonly string[] | null;
  /** Why the other dynamic traits were left out; null without a dynamic rubric. */
  readonly skipped: { readonly [trait: string]: string } | null;
}

/** What deep judgment of rubric traits found. */
interface DeepJudgmentRubricFact extends RubricDeepJudgment {
  /** False: the excerpts stand in the final message, not in the whole trace. */
  readonly usedFullTrace: boolean;
}

/**
 * Everything stages learn, each fact produced by exactly one stage and never overwritten.
 * A custom stage declares its own by module augmentation:
 *
 * @example
 * declare module "karenina" { interface Facts { readonly wordCount: number } }
 */
export interface Facts {
  readonly template: AnswerTemplate;
  readonly response: ResponseFact;
  /** Null: the answer was given without a workspace. */
  readonly workspace: WorkspaceFact | null;
  readonly traceValidation: TraceValidationFact;
  readonly abstention: AbstentionFact;
  readonly sufficiency: PreParseCheckFact;
  /** Null: the run does not ask. */
  readonly screening: ScreeningFact | null;
  /** Null: nothing had to be looked for. */
  readonly investigation: InvestigationFact | null;
  readonly parsed: ParsedFact;
  readonly verification: TemplateVerification;
  readonly embedding: EmbeddingFact;
  readonly rubric: RubricFact;
  readonly agenticRubric: AgenticRubricFact;
  /** Null: no trait was judged from evidence. */
  readonly deepJudgmentRubric: DeepJudgmentRubricFact | null;
  /** Everything but the record of the stages, which ends with the one that makes this. */
  readonly result: Omit<VerificationResult, "stages">;
}

/** The name of a fact. */
export type FactName = keyof Facts;
