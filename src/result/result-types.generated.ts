// Made by `npm run generate` from the schemas and their comments.
import type { JsonObject, JsonValue } from "../base/index.ts";
import type { AttachmentRecord, MessageRecord } from "../trace/index.ts";

/**
 * Why a result is not a pass, where that was found and in which words. `group` always follows from
 * `category`.
 */
export interface Failure {
  /** What kind of failure it is. */
  readonly category: "content" | "recursion_limit" | "trace_validation" | "deep_judgment" | "deep_judgment_rubric" | "timeout" | "connection" | "rate_limit" | "server_error" | "abstention" | "sufficiency" | "empty_response" | "no_final_message" | "template_validation" | "parsing" | "authentication" | "invalid_request" | "recording_missing" | "configuration" | "unexpected_error";
  /** Name of the stage that found it. */
  readonly stage: string;
  /** At most 500 characters when written by {@link failure}. */
  readonly reason: string;
  /** More about it, for programs. */
  readonly details: JsonObject | null;
  /** The family of its category. */
  readonly group: "content" | "autofail" | "retry" | "abstained" | "system";
}

/** Which model took a role in a result, and how it was reached. */
export interface ModelIdentity {
  /** How the model is reached, such as `openai_endpoint`. */
  readonly interface: string;
  /** The name of the model as its vendor or server has it. */
  readonly modelName: string;
  /** MCP server names, sorted; empty for judges. */
  readonly tools: readonly string[];
  /** The id the model's configuration was given, where it differs from `modelName`. */
  readonly configId: string | null;
}

/**
 * A stage's decision about pass or fail. The last ruling of a result is its verdict; all of them are the
 * audit trail.
 */
export interface Ruling {
  /** The stage that decided. */
  readonly stage: string;
  /** Null: there is no answer, and nothing that it could have passed. */
  readonly verifyResult: boolean | null;
  /** `verification`: checks; `auto_fail`: a guard; `override`: another verdict was put aside. */
  readonly kind: "verification" | "auto_fail" | "override";
  /** Why, in words. */
  readonly reason: string;
  /** Why it is no pass; null for a pass. */
  readonly category: "content" | "recursion_limit" | "trace_validation" | "deep_judgment" | "deep_judgment_rubric" | "timeout" | "connection" | "rate_limit" | "server_error" | "abstention" | "sufficiency" | "empty_response" | "no_final_message" | "template_validation" | "parsing" | "authentication" | "invalid_request" | "recording_missing" | "configuration" | "unexpected_error" | null;
}

/**
 * What became of one stage. Calls, tokens and cost are what this stage itself spent: a shared answer costs
 * nothing here.
 */
export interface StageRecord {
  /** Its name, such as `ParseTemplate`. */
  readonly name: string;
  /** What became of it. */
  readonly status: "ran" | "skipped" | "failed";
  /** Why it was skipped or failed. */
  readonly reason: string | null;
  /** Wall time in milliseconds. */
  readonly durationMs: number;
  /** Calls of models. */
  readonly modelCalls: number;
  /** Replies that were taken from the store of replies, of which nothing was spent; absent: none. */
  readonly storedReplies?: number | undefined;
  /**
   * Milliseconds from sending a call to the first piece of its reply, of the last reply that was streamed;
   * absent: none was.
   */
  readonly firstTokenMs?: number | undefined;
  /** Repeated calls per transport category. */
  readonly retries: { readonly [name: string]: number };
  /** Tokens sent. */
  readonly inputTokens: number;
  /** Tokens received. */
  readonly outputTokens: number;
  /** In US dollars; null when unknown. */
  readonly costUsd: number | null;
  /** What it decided; null: nothing. */
  readonly ruling: Ruling | null;
}

/**
 * Where a result, or its answer, was taken over from, and what that had taken there. Nothing of it is spent
 * by this run.
 */
export interface ReusedResult {
  /** `answer`: the answer was taken over and judged anew; `result`: so was everything else. */
  readonly what: "answer" | "result";
  /** The id of the result that it comes from. */
  readonly resultId: string;
  /** The name of the run that it comes from. */
  readonly runName: string | null;
  /** When that result was made: ISO 8601 in UTC. */
  readonly timestamp: string;
  /** Wall time in seconds that it took there. */
  readonly seconds: number;
  /** Tokens sent there. */
  readonly inputTokens: number;
  /** Tokens received there. */
  readonly outputTokens: number;
  /** In US dollars; null when unknown. */
  readonly costUsd: number | null;
  /** True: tokens and cost are what a file of answers says; no run has counted them. */
  readonly toldByFile: boolean;
  /** Traits that this run has judged beside what it took over; absent: none. */
  readonly addedTraits?: readonly string[] | undefined;
  /**
   * SHA-256 of what the answer said when it was judged, lower-case hexadecimal; null for whole results and
   * in results of before.
   */
  readonly answerDigest: string | null;
}

/** Repeated model calls of one transport category. */
export interface RetryCount {
  /** How many calls were repeated. */
  readonly used: number;
  /** How many might have been. */
  readonly budget: number;
}

/** One thing that was said before a question. */
export interface AskedTurn {
  /** Who said it. */
  readonly role: "user" | "assistant";
  /** What was said. */
  readonly content: string;
}

/** What stood around a question that is more than its text. */
export interface AskedConversation {
  /** What the model was told in place of its own system prompt; null: its own. */
  readonly systemPrompt: string | null;
  /** What was said before the question, the oldest first. */
  readonly messages: readonly AskedTurn[];
  /** The files that went with it. Their bytes are not stored. */
  readonly attachments: readonly AttachmentRecord[];
}

/** What shapes how an answer is judged, piece by piece. */
export interface JudgmentParts {
  /** SHA-256 of everything but the traits. */
  readonly rest: string;
  /** SHA-256 of each trait, by its name. */
  readonly traits: { readonly [name: string]: string };
}

/** Which question, models and circumstances a result belongs to, and whether it came to an end. */
export interface VerificationResultMetadata {
  /** The id of the question in its benchmark. */
  readonly questionId: string;
  /** MD5 of the template's source, or `no_template`. */
  readonly templateId: string;
  /** Null for a pass, and for results nothing was verified in. */
  readonly failure: Failure | null;
  /** Notes that do not change the verdict, see `caveats`. */
  readonly caveats: readonly string[];
  /** What somebody who reads the verdict should know. */
  readonly warnings: readonly string[];
  /** The text that had arrived when the answer was cut off. */
  readonly partialContent: string | null;
  /** Repeated model calls per transport category, with the budget of each. */
  readonly retryCounts: { readonly [name: string]: RetryCount } | null;
  /** What was asked. */
  readonly questionText: string;
  /** What stood around it; null: it was asked alone. */
  readonly conversation: AskedConversation | null;
  /** The reference answer of the benchmark. */
  readonly rawAnswer: string | null;
  /** The keywords of the question. */
  readonly keywords: readonly string[] | null;
  /** The model under test. */
  readonly answering: ModelIdentity;
  /** The judge. */
  readonly parsing: ModelIdentity;
  /** The system prompt set for the model under test; null: none. */
  readonly answeringSystemPrompt: string | null;
  /** The id of the run's prompt that it was asked with; absent: the run had no list of prompts. */
  readonly promptId?: string | undefined;
  /** The system prompt set for the judge; null: none. */
  readonly parsingSystemPrompt: string | null;
  /** Wall time in seconds. */
  readonly executionTime: number;
  /** ISO 8601 in UTC. */
  readonly timestamp: string;
  /** See `resultId`. */
  readonly resultId: string;
  /** The name that the run was given. */
  readonly runName: string | null;
  /** 1, 2, …; null in a run of one replicate. */
  readonly replicate: number | null;
  /** True: examples stood before the question. */
  readonly fewShotEnabled: boolean;
  /** How many examples did. */
  readonly fewShotExampleCount: number;
  /** `template_only`, `template_and_rubric` or `rubric_only`. */
  readonly evaluationMode: string | null;
  /** The scenario it belongs to; null outside scenarios. */
  readonly scenarioId: string | null;
  /** The node of the scenario; null outside scenarios. */
  readonly scenarioNode: string | null;
  /** The turn of the scenario; null outside scenarios. */
  readonly scenarioTurn: number | null;
  /** The nodes visited so far; null outside scenarios. */
  readonly scenarioPath: readonly string[] | null;
  /** False only where judge, template or infrastructure failed; a wrong answer is no error. */
  readonly completedWithoutErrors: boolean;
  /** The message of that error. */
  readonly error: string | null;
  /** SHA-256 of everything that shapes the answer; null in results of before. */
  readonly answerKey: string | null;
  /** SHA-256 of everything that shapes how an answer is judged; null in results of before. */
  readonly judgmentKey: string | null;
  /**
   * The same in pieces, for runs that add traits; absent where traits are not judged apart, and in results
   * of before.
   */
  readonly judgmentParts?: JudgmentParts | undefined;
  /** What was taken over from another run; null: nothing. */
  readonly reused: ReusedResult | null;
}

/** Tokens used under one key of `usageMetadata`. */
export interface StageUsage {
  /** Tokens sent. */
  readonly inputTokens: number;
  /** Tokens received. */
  readonly outputTokens: number;
  /** Both together. */
  readonly totalTokens: number;
  /** The first model that answered; absent in `total`. */
  readonly model?: string | null | undefined;
  /** Parts of the input tokens, such as `cache_read`. */
  readonly inputTokenDetails?: { readonly [name: string]: number } | null | undefined;
  /** Parts of the output tokens, such as `reasoning`. */
  readonly outputTokenDetails?: { readonly [name: string]: number } | null | undefined;
  /** In US dollars, where known. */
  readonly costUsd?: number | null | undefined;
  readonly [key: string]: unknown;
}

/** What an agent did, counted from its trace. */
export interface RecordedAgentMetrics {
  /** Think-act cycles. */
  readonly iterations?: number | undefined;
  /** Calls of tools. */
  readonly toolCalls?: number | undefined;
  /** Names of the tools called, sorted. */
  readonly toolsUsed?: readonly string[] | undefined;
  /** Calls by tool. */
  readonly toolCallCounts?: { readonly [name: string]: number } | undefined;
  /** Tool results that are errors or read like one. */
  readonly suspectFailedToolCalls?: number | undefined;
  /** Names of the tools that gave those, sorted. */
  readonly suspectFailedTools?: readonly string[] | undefined;
  /** True: it was stopped at its turn limit. */
  readonly limitReached?: boolean | undefined;
  readonly [key: string]: unknown;
}

/** One pattern, what it was to find and what it found. */
export interface RegexValidationDetail {
  /** The pattern as it stands in the template. */
  readonly pattern?: string | undefined;
  /** What it was to find. */
  readonly expected?: JsonValue | undefined;
  /** How that is compared with what it found. */
  readonly matchType?: string | undefined;
  /** What it found, in order. */
  readonly matchesFound?: readonly JsonValue[] | undefined;
  /** How often it matched. */
  readonly matchCount?: number | undefined;
  /** Why it passed. */
  readonly successReason?: string | undefined;
  /** Why it did not pass. */
  readonly failureReason?: string | undefined;
  /** Why the pattern could not be run. */
  readonly error?: string | undefined;
  readonly [key: string]: unknown;
}

/** A passage that was looked up for an answer. */
export interface RetrievedContextRecord {
  /** The passage. */
  readonly text: string;
  /** Where it comes from, for people: a title, a file, an address. */
  readonly source: string | null;
  /** By which whoever looked it up knows it. */
  readonly id: string | null;
  /** How well it fits, in a measure of whoever looked it up. */
  readonly score: number | null;
}

/** What was answered, what the judge read from it, and what the checks said. */
export interface VerificationResultTemplate {
  /** The answer as text: the whole trace of an agent. */
  readonly rawLlmResponse: string;
  /** What the answering side said and did. */
  readonly traceMessages: readonly MessageRecord[];
  /** What was looked up for the answer, in the order in which it was used; null: nothing is known of it. */
  readonly retrievedContexts: readonly RetrievedContextRecord[] | null;
  /**
   * What was written beside the answer, such as the error output of a program; of a long one head and tail.
   * Null: nothing.
   */
  readonly answeringLog: string | null;
  /** What it was sent. */
  readonly conversationContext: readonly MessageRecord[];
  /**
   * What the judge filled the template in from, where the template says so itself; null: what the run says,
   * or no judge.
   */
  readonly judgedSource: "answer" | "contexts" | "trace" | null;
  /** Ground truth per field. */
  readonly parsedGtResponse: JsonObject | null;
  /** What the judge extracted per field. */
  readonly parsedLlmResponse: JsonObject | null;
  /** True: the template decided. */
  readonly templateVerificationPerformed: boolean;
  /** The verdict: true passed, false failed, null none was reached. */
  readonly verifyResult: boolean | null;
  /** Partial credit; a share in 0..1 for templates of verified fields. */
  readonly verifyGranularResult: JsonValue | null;
  /** Why the fields could not be verified. */
  readonly fieldVerificationError: string | null;
  /** Per field: passed, failed, or null where the judge found no value. */
  readonly fieldResults: { readonly [name: string]: boolean | null } | null;
  /** Per field: its share of credit in 0..1, or null where the judge found no value. */
  readonly fieldScores: { readonly [name: string]: number | null } | null;
  /** `all_of`, `any_of`, `at_least_n(N)` or the name of a custom rule. */
  readonly compositionStrategy: string | null;
  /** True: a failed answer was compared with the ground truth by embeddings. */
  readonly embeddingCheckPerformed: boolean;
  /** Similarity of the two; 1: the same. */
  readonly embeddingSimilarityScore: number | null;
  /** True: a verdict of false became a pass. */
  readonly embeddingOverrideApplied: boolean;
  /** The embedding model. */
  readonly embeddingModelUsed: string | null;
  /** True: the patterns of the template were matched with the answer. */
  readonly regexValidationsPerformed: boolean;
  /** Per pattern: passed or not. */
  readonly regexValidationResults: { readonly [name: string]: boolean } | null;
  /** Per pattern: what it was to find and what it found. */
  readonly regexValidationDetails: { readonly [name: string]: RegexValidationDetail } | null;
  /** True: all patterns passed; null where there are none. */
  readonly regexOverallSuccess: boolean | null;
  /** Per pattern: what it found. */
  readonly regexExtractionResults: JsonObject | null;
  /** True: the agent was stopped at its turn limit. */
  readonly recursionLimitReached: boolean;
  /** True: the answer was cut off at its time limit. */
  readonly responseTimeoutPartial: boolean;
  /** The provider sent no token counts: zeros in `usageMetadata` are unknowns. */
  readonly usageUnavailable: boolean;
  /** What the agent that looked at the work said and did, as text. */
  readonly investigationTrace: string | null;
  /** True: an agent looked at the work before the template was filled in. */
  readonly agenticParsingPerformed: boolean;
  /** `local_json`: code read the values from the report, as the judge could not. */
  readonly agenticExtractionRecovery: string | null;
  /** Why the judge could not read the report. */
  readonly agenticExtractionError: string | null;
  /** True: the judge decided whether an agent has to look. */
  readonly dynamicParsingPerformed: boolean;
  /** What it decided. */
  readonly dynamicParseDecision: string | null;
  /** Why it decided so. */
  readonly dynamicDecisionReasoning: string | null;
  /** True: a judge was asked whether the model refused. */
  readonly abstentionCheckPerformed: boolean;
  /** True: the model refused; null where nobody was asked. */
  readonly abstentionDetected: boolean | null;
  /** True: the refusal decided. */
  readonly abstentionOverrideApplied: boolean;
  /** Why the judge says so. */
  readonly abstentionReasoning: string | null;
  /** True: a judge was asked whether the answer holds enough to fill the template. */
  readonly sufficiencyCheckPerformed: boolean;
  /** True: the answer holds enough to fill the template. */
  readonly sufficiencyDetected: boolean | null;
  /** True: a lack of content decided. */
  readonly sufficiencyOverrideApplied: boolean;
  /** Why the judge says so. */
  readonly sufficiencyReasoning: string | null;
  /** Names of the MCP servers whose tools the model under test had. */
  readonly answeringMcpServers: readonly string[] | null;
  /** Tokens per step (`answer_generation`, `parsing`, …) and in `total`. */
  readonly usageMetadata: { readonly [name: string]: StageUsage } | null;
  /** What the agent did, counted; null where no agent answered. */
  readonly agentMetrics: RecordedAgentMetrics | null;
}

/** What the rubric's traits were judged to be, by kind of trait and then by trait name. */
export interface VerificationResultRubric {
  /** True: traits were judged. */
  readonly rubricEvaluationPerformed: boolean;
  /** `batch` or `sequential`. */
  readonly rubricEvaluationStrategy: string | null;
  /** Boolean, score, class index of a literal trait, or the values of a template trait. */
  readonly llmTraitScores: { readonly [name: string]: JsonValue } | null;
  /** Class names of literal traits; for one without a class the judge's own text, or a note in brackets. */
  readonly llmTraitLabels: { readonly [name: string]: string } | null;
  /** Whether the pattern matches, or does not where the trait says so; by trait. */
  readonly regexTraitScores: { readonly [name: string]: boolean } | null;
  /** Boolean, number, or class index of a literal trait; by trait. */
  readonly callableTraitScores: { readonly [name: string]: boolean | number } | null;
  /** Metrics in 0..1 by their names; by trait. */
  readonly metricTraitScores: { readonly [name: string]: { readonly [name: string]: number } } | null;
  /** The texts behind the metrics: found, rightly absent, wrongly there, missing; by trait. */
  readonly metricTraitConfusionLists: { readonly [name: string]: {
    /** Found in the answer, rightly (true positives). Default: `[]`. */
    readonly tp: readonly string[];
    /** Rightly absent from the answer (true negatives). Default: `[]`. */
    readonly tn: readonly string[];
    /** In the answer, wrongly (false positives). Default: `[]`. */
    readonly fp: readonly string[];
    /** Missing from the answer (false negatives). Default: `[]`. */
    readonly fn: readonly string[];
  } } | null;
  /** The share or mean in 0..1 that the trait measures; by trait. */
  readonly retrievalTraitScores: { readonly [name: string]: number } | null;
  /** What the score is a share of; by trait. */
  readonly retrievalTraitCounts: { readonly [name: string]: {
    /** What is measured. */
    readonly measure: "faithfulness" | "context_recall" | "context_relevance" | "context_precision";
    /** How many count: claims, sentences or passages. */
    readonly counted: number;
    /** Of so many. */
    readonly of: number;
  } } | null;
  /** The claims, quotations or passages behind the score; by trait. */
  readonly retrievalTraitFindings: { readonly [name: string]: readonly ({
    /**
     * The claim in the judge's words; of measures of passages alone what it quoted, or why a passage is
     * useful or not.
     */
    readonly text: string;
    /** True: it counts for the score: a claim that is supported, a quotation or a passage that is of use. */
    readonly counts: boolean;
    /** Of a claim: the sentence that makes it, word for word. Default: `null`. */
    readonly sentence: string | null;
    /**
     * Where that starts in the final message, or in the reference answer for `context_recall`, in UTF-16
     * units. Default: `null`.
     */
    readonly start: number | null;
    /** Where it ends, in UTF-16 units; this unit is not part of it. Default: `null`. */
    readonly end: number | null;
    /** The passage it is about, from 1 in their order; null: none. Default: `null`. */
    readonly context: number | null;
    /** The words of that passage that support it, as they stand there. Default: `null`. */
    readonly quote: string | null;
    /** Where those start in the passage, in UTF-16 units. Default: `null`. */
    readonly quoteStart: number | null;
    /** Where they end, in UTF-16 units; this unit is not part of them. Default: `null`. */
    readonly quoteEnd: number | null;
    /** Why it does not count. Default: `null`. */
    readonly reason: string | null;
  })[] } | null;
  /** Boolean, score, or class index of a literal trait; by trait. */
  readonly agenticTraitScores: { readonly [name: string]: JsonValue } | null;
  /** Class names of literal traits. */
  readonly agenticTraitLabels: { readonly [name: string]: string } | null;
  /** What the agent that looked at the work said and did, as text; by trait. */
  readonly agenticTraitInvestigationTraces: { readonly [name: string]: string } | null;
  /** How the value was read from its report: `method`, and errors on the way; by trait. */
  readonly agenticTraitExtractionMetadata: { readonly [name: string]: {
    /** How the value was read from the report, in one word. */
    readonly method: string;
    /** Why the report was no JSON itself; null: it was. */
    readonly localJsonError?: string | null | undefined;
    /** Why a model could not read it either; null: no error. */
    readonly parserError?: string | null | undefined;
    readonly [key: string]: unknown;
  } } | null;
  /** Why dynamic traits were left out. */
  readonly dynamicRubricSkippedTraits: { readonly [name: string]: string } | null;
  /** Dynamic traits that applied. */
  readonly dynamicRubricPromotedTraits: readonly string[] | null;
  /** `global`, `question_specific` or `dynamic`. */
  readonly traitProvenance: { readonly [name: string]: string } | null;
  /**
   * What those traits were judged on that say so themselves: `answer`, `contexts` or `trace`; the others on
   * what the run says.
   */
  readonly traitSources: { readonly [name: string]: "answer" | "contexts" | "trace" } | null;
  /** Why traits have no value; a literal trait among them scores -1. */
  readonly traitFailures: { readonly [name: string]: string } | null;
}

/** What a search found. */
export interface SearchResult {
  /** Title of the page. */
  readonly title?: string | null | undefined;
  /** What the page says. */
  readonly content?: string | null | undefined;
  /** Address of the page. */
  readonly url?: string | null | undefined;
  readonly [key: string]: unknown;
}

/** Verbatim evidence for one attribute or trait. */
export interface Excerpt {
  /** Empty when nothing was found; then `explanation` says why. */
  readonly text: string;
  /** How sure the judge is that it is evidence. */
  readonly confidence?: "none" | "low" | "medium" | "high" | string | null | undefined;
  /** Likeness of the text and the matched part of the answer, 0..1. */
  readonly similarityScore?: number | null | undefined;
  /** Where the matched part starts and ends in the answer, in UTF-16 units; end excluded. */
  readonly start?: number | null | undefined;
  /** Where the matched part ends, in UTF-16 units; this unit is not part of it. */
  readonly end?: number | null | undefined;
  /** Where the judged text is a trace with tools; `message`: what the model itself said. */
  readonly source?: "message" | "thinking" | "tool_call" | "tool_output" | "mixed" | null | undefined;
  /** Why the judge quotes it, or why there is nothing to quote. */
  readonly explanation?: string | null | undefined;
  /** What a search found about the claim: results, or one text. */
  readonly searchResults?: string | readonly SearchResult[] | null | undefined;
  /** How much the claim may be invented. */
  readonly hallucinationRisk?: "none" | "low" | "medium" | "high" | string | null | undefined;
  /** Why the judge says so. */
  readonly hallucinationJustification?: string | null | undefined;
  readonly [key: string]: unknown;
}

/** A place where a quotation and the passage nearest to it do not say the same. */
export interface ExcerptDifference {
  /** What the quotation says there; empty where it leaves out what the answer says. */
  readonly quoted: string;
  /** What the answer says there; empty where it has nothing of the kind. */
  readonly said: string;
  /**
   * What of the meaning it changes, such as `number` or `negation`; null: spelling, case or punctuation
   * only.
   */
  readonly changes?: string | null | undefined;
  readonly [key: string]: unknown;
}

/** What a judge quoted, and code did not take for evidence. */
export interface RejectedExcerpt {
  /** What the judge quoted. */
  readonly text: string;
  /** How sure the judge was that it is evidence. */
  readonly confidence?: "none" | "low" | "medium" | "high" | string | null | undefined;
  /** Likeness of the text and the passage nearest to it, 0..1. */
  readonly similarityScore?: number | null | undefined;
  /** The least similarity that counts. */
  readonly threshold?: number | null | undefined;
  /**
   * `unlike`: too little of it is there; `altered`: something that bears meaning differs; `says_nothing`: a
   * scrap of a text; `other_source`: it stands in a part of the trace that does not count.
   */
  readonly reason?: "unlike" | "altered" | "says_nothing" | "other_source" | null | undefined;
  /** The passage that comes nearest; null where nothing is alike. */
  readonly nearestPassage?: string | null | undefined;
  /** Which part of the trace the passage stands in. */
  readonly source?: "message" | "thinking" | "tool_call" | "tool_output" | "mixed" | null | undefined;
  /** Where the two do not say the same. */
  readonly differences?: readonly ExcerptDifference[] | null | undefined;
  /** In which attempt of the judge, from 1. */
  readonly attempt?: number | null | undefined;
  readonly [key: string]: unknown;
}

/** Evidence and reasoning behind each field the judge filled in. */
export interface VerificationResultDeepJudgment {
  /** True: it was switched on. */
  readonly deepJudgmentEnabled: boolean;
  /** `disabled`, `reasoning_only` or `full`. */
  readonly deepJudgmentMode: string | null;
  /** True: it ran. */
  readonly deepJudgmentPerformed: boolean;
  /** Evidence by attribute; an empty list: none was found. */
  readonly extractedExcerpts: { readonly [name: string]: readonly Excerpt[] } | null;
  /** Quotations that are no evidence, of every attempt, by attribute; null: there are none. */
  readonly rejectedExcerpts: { readonly [name: string]: readonly RejectedExcerpt[] } | null;
  /** Why the value follows from the evidence, by attribute. */
  readonly attributeReasoning: { readonly [name: string]: string } | null;
  /** Of `excerpts`, `excerpt_hallucination_assessment`, `reasoning`, `parameters`. */
  readonly deepJudgmentStagesCompleted: readonly string[] | null;
  /** Calls of the judge. */
  readonly deepJudgmentModelCalls: number;
  /** How often the judge was asked again for quotations. */
  readonly deepJudgmentExcerptRetryCount: number;
  /** Attributes without evidence after all attempts. */
  readonly attributesWithoutExcerpts: readonly string[] | null;
  /** True: the evidence was looked up outside the answer. */
  readonly deepJudgmentSearchEnabled: boolean;
  /** By attribute; null where nothing is known of it. */
  readonly hallucinationRiskAssessment: { readonly [name: string]: "none" | "low" | "medium" | "high" | string | null } | null;
}

/** How a trait was judged from evidence. */
export interface TraitMetadata {
  /** Of `excerpt_extraction`, `hallucination_assessment`, `reasoning_generation`, `score_extraction`. */
  readonly stagesCompleted: readonly string[];
  /** Calls of the judge. */
  readonly modelCalls: number;
  /** True: the trait is judged from quotations. */
  readonly hadExcerpts: boolean;
  /** How often the judge was asked again for quotations. */
  readonly excerptRetryCount: number;
  /** True: no quotation was evidence after all attempts. */
  readonly excerptValidationFailed: boolean;
  /** Why the trait has no value although evidence was not lacking. */
  readonly error?: string | null | undefined;
  readonly [key: string]: unknown;
}

/** How much the claims about a trait may be invented. */
export interface TraitRisk {
  /** The highest of `perExcerptRisks`. */
  readonly overallRisk: "none" | "low" | "medium" | "high" | string;
  /** `none`, `low`, `medium` or `high` for each quotation, in their order. */
  readonly perExcerptRisks: readonly ("none" | "low" | "medium" | "high" | string)[];
  readonly [key: string]: unknown;
}

/** Evidence and reasoning behind each rubric trait judged with deep judgment. */
export interface VerificationResultDeepJudgmentRubric {
  /** True: it ran. */
  readonly deepJudgmentRubricPerformed: boolean;
  /** True: the offsets of excerpts count in the whole trace; false: in the final message. */
  readonly deepJudgmentRubricUsedFullTrace: boolean;
  /** Evidence by trait; an empty list: none was found. */
  readonly extractedRubricExcerpts: { readonly [name: string]: readonly Excerpt[] } | null;
  /** Quotations that are no evidence, of every attempt, by trait; null: there are none. */
  readonly rejectedRubricExcerpts: { readonly [name: string]: readonly RejectedExcerpt[] } | null;
  /** Why the value follows from the evidence, by trait. */
  readonly rubricTraitReasoning: { readonly [name: string]: string } | null;
  /** Values of the traits judged from evidence. */
  readonly deepJudgmentRubricScores: { readonly [name: string]: JsonValue } | null;
  /** Scores of traits of the same rubric judged without deep judgment. */
  readonly standardRubricScores: { readonly [name: string]: JsonValue } | null;
  /** How each trait was judged. */
  readonly traitMetadata: { readonly [name: string]: TraitMetadata } | null;
  /** Traits without a single valid excerpt after all retries: they fail the result. */
  readonly traitsWithoutValidExcerpts: readonly string[] | null;
  /** How much the claims about each trait may be invented. */
  readonly rubricHallucinationRiskAssessment: { readonly [name: string]: TraitRisk } | null;
  /** Calls of the judge for all traits. */
  readonly totalDeepJudgmentModelCalls: number;
  /** How many traits were judged from evidence. */
  readonly totalTraitsEvaluated: number;
  /** How often the judge was asked again for quotations of any trait. */
  readonly totalExcerptRetries: number;
}

/**
 * Everything about one question answered by one model and judged by another, once. Sections are null where
 * they did not run.
 */
export interface VerificationResult {
  /** Which question, models and circumstances it belongs to, and whether it came to an end. */
  readonly metadata: VerificationResultMetadata;
  /** What was answered, what the judge read from it, and what the checks said; null: did not run. */
  readonly template: VerificationResultTemplate | null;
  /** What the traits were judged to be; null: did not run. */
  readonly rubric: VerificationResultRubric | null;
  /** Evidence behind the fields of the template; null: did not run. */
  readonly deepJudgment: VerificationResultDeepJudgment | null;
  /** Evidence behind the traits of the rubric; null: did not run. */
  readonly deepJudgmentRubric: VerificationResultDeepJudgmentRubric | null;
  /** The text the judge read. */
  readonly evaluationInput: string | null;
  /** False: the judge read the final message only. */
  readonly usedFullTrace: boolean;
  /** Why no final message could be found. */
  readonly traceExtractionError: string | null;
  /** What became of each stage, in order. */
  readonly stages: readonly StageRecord[];
  /** Decisions about pass or fail, in order; the last one is the verdict. */
  readonly rulings: readonly Ruling[];
  /** What own stages have learned, by the name of the fact; absent without any. */
  readonly extensions?: JsonObject | undefined;
}

/** One turn of a walk. All else that is known of it stands in its result. */
export interface WalkTurn {
  /** The node that was asked. */
  readonly nodeId: string;
  /** What was asked, without what a handover adds; null: not said. */
  readonly questionText: string | null;
  /** What was answered; null: not said. */
  readonly rawResponse: string | null;
  /** The fields that the judge filled in; null: not said. */
  readonly parsedFields: JsonObject | null;
  /** Null: the node has no template, or no verdict was reached. */
  readonly verifyResult: boolean | null;
  /** The `result_id` of the turn's result; null: not said. */
  readonly verificationResultId: string | null;
  /**
   * The place of the edge that led here among those of the scenario, from 0; null at the entry, and in files
   * of the Python system.
   */
  readonly arrivedBy: number | null;
}

/** Why a walk could not go on. */
export interface WalkFailure {
  /** The node where it stood. */
  readonly nodeId: string | null;
  /** What kind of failure it is: a category of results, or `scenario` where no edge led on. */
  readonly category: string | null;
  /** What found it. */
  readonly stage: string | null;
  /** In words. */
  readonly reason: string | null;
}

/** Where a walk stood when it had ended, beside its turns. */
export interface WalkState {
  /** What the nodes' state updates have gathered. */
  readonly accumulated: JsonObject;
  /** How often each node was asked. */
  readonly nodeVisits: { readonly [name: string]: number };
  /** Why the simulated user of the last node stopped; null: it did not, or there is none. */
  readonly userStop: string | null;
}

/**
 * One walk through a scenario: which way it took, how it ended, and what its criteria say. Each of its turns
 * is a result.
 */
export interface ScenarioExecutionResult {
  /** The name of the scenario. */
  readonly scenarioId: string;
  /** How it ended: at an end, at the most turns, with a failure, or because its time was over. */
  readonly status: "completed" | "limit_reached" | "error" | "timeout";
  /** The ids of the nodes in the order in which they were asked. */
  readonly path: readonly string[];
  /** How many turns were answered. */
  readonly turnCount: number;
  /** The turns, the first one first. */
  readonly history: readonly WalkTurn[];
  /**
   * The place of the edge to the end that it took, from 0; null: it ended in another way, or the file does
   * not say.
   */
  readonly endedBy: number | null;
  /** What the criteria say, by name: true, false or a number. */
  readonly outcomeResults: { readonly [name: string]: JsonValue };
  /** Why, in a sentence each, by name; empty in files of the Python system. */
  readonly outcomeReasons: { readonly [name: string]: string };
  /** Why it could not go on; null: it could. */
  readonly terminalFailure: WalkFailure | null;
  /**
   * The model under test; of a walk with other models at some nodes that of all others. Null where the file
   * does not say.
   */
  readonly answering: ModelIdentity | null;
  /** The judge, alike. */
  readonly parsing: ModelIdentity | null;
  /** The id of the run's prompt that it was asked with; absent: the run had no list of prompts. */
  readonly promptId?: string | undefined;
  /** 1, 2, …; null in a run of one replicate. */
  readonly replicate: number | null;
  /** The name that the run was given. */
  readonly runName: string | null;
  /** When it ended, ISO 8601 in UTC; null where the file does not say. */
  readonly timestamp: string | null;
  /**
   * What was done beside its turns: a simulated user that had nothing more to ask, so that no turn followed.
   * Empty without any.
   */
  readonly stages: readonly StageRecord[];
  /**
   * The wall time of its turns and `stages` together, in seconds, without waiting between them; null where
   * the file does not say.
   */
  readonly executionTime: number | null;
  /** Conditions and state updates that failed. */
  readonly warnings: readonly string[];
  /** Where it stood at the end; null where the file does not say. */
  readonly finalState: WalkState | null;
}
