import type { Clock, TransportCategory } from "../base/index.ts";
import type { CallableRunner, CallObserver, TemplateLoader } from "../ports/index.ts";
import type { FailureCategory, Ruling, StageRecord } from "../result/index.ts";
import type { CheckTools } from "../template/index.ts";
import type { Usage } from "../trace/index.ts";
import type { AnswerSource, TakenAnswers } from "./answer-source.ts";
import type { FactName, Facts } from "./facts.ts";
import type { Task } from "./task.ts";

/** What stages need beside facts; the same for all tasks of a run. */
export interface PipelineServices {
  /** Reads the templates of questions. */
  readonly templates: TemplateLoader;
  /** What checks of templates may use. */
  readonly tools: CheckTools;
  /** Shares one generated answer among all judges. */
  readonly answers: AnswerSource;
  /** Answers that need not be generated. Default: none. */
  readonly taken?: TakenAnswers | undefined;
  /** Runs the traits that are code. */
  readonly callables: CallableRunner;
  /** The time; tests move it by hand. */
  readonly clock: Clock;
}

/** Why the pipeline cannot go on. */
export interface PipelineError {
  /** Name of the stage that failed. */
  readonly stage: string;
  /** What went wrong, in words. */
  readonly message: string;
  /** What was thrown or returned as the error. */
  readonly cause: unknown;
}

/** What has happened so far in one pipeline run. */
export interface PipelineLog {
  /** Decisions about pass or fail so far, oldest first. */
  readonly rulings: readonly Ruling[];
  /** What has become of each stage so far. */
  readonly stages: readonly StageRecord[];
  /** Warnings so far, for the result. */
  readonly warnings: readonly string[];
  /** Why the pipeline cannot go on; null: it can. */
  readonly error: PipelineError | null;
  /** What stages went on without because a model or service could not be reached. */
  readonly lost: readonly string[];
  /** Tokens per usage key, in order of use. */
  readonly usage: ReadonlyMap<string, KeyedUsage>;
  /** Calls that were tried again so far, by category of failure. */
  readonly retries: Readonly<Partial<Record<TransportCategory, number>>>;
  /** Milliseconds of a monotonic clock when the run began. */
  readonly startedAt: number;
}

/** Tokens used under one key, with the first model that answered. */
export interface KeyedUsage {
  /** The first model that answered. */
  readonly model: string;
  /** Tokens of all models under the key. */
  readonly usage: Usage;
}

/** What a stage is given beside its facts. */
export interface StageContext {
  /** The question, the models and the replicate. */
  readonly task: Task;
  /** What is the same for all tasks of the run. */
  readonly services: PipelineServices;
  /** Fires when the run is cancelled; pass it to whatever takes long. */
  readonly signal: AbortSignal;
  /** Pass it to every model call: it counts calls, tokens and retries for this stage. */
  readonly observer: CallObserver;
  /** The same under another key of `usage_metadata`, for a stage that asks for more than one thing. */
  observerFor(usageKey: string): CallObserver;
  /** Notes what the stage goes on without because of this error, when a model or service could not be reached. */
  lost(error: unknown): void;
  /** What has happened in this pipeline so far. */
  readonly log: PipelineLog;
}

/** A stage's decision about pass or fail. The last one is the verdict. */
export interface StageRuling {
  /** Null: there is no answer, and nothing that it could have passed. */
  readonly verifyResult: boolean | null;
  /** `verification`: checks; `auto_fail`: a guard; `override`: another verdict was put aside. */
  readonly kind: Ruling["kind"];
  /** Why, in a few words that results show. */
  readonly reason: string;
  /** Why it is no pass; default for false: `content`, for null: `empty_response`. */
  readonly category?: FailureCategory;
}

/**
 * What a stage returns: the facts it produces, perhaps a ruling and warnings, perhaps an error despite the facts; or an
 * error and those of the facts that it had come to know.
 */
export type StageOutcome<P extends FactName> = {
  readonly ruling?: StageRuling;
  readonly warnings?: readonly string[];
} & (
  | ({ readonly [F in P]: Facts[F] } & { readonly error?: unknown })
  | ({ readonly [F in P]?: Facts[F] } & { readonly error: NonNullable<unknown> })
);

/** The facts a stage sees: those it requires for sure, those it reads perhaps, and no others. */
type StageFacts<R extends FactName, O extends FactName = never> = Pick<Facts, R> & Partial<Pick<Facts, O>>;

/** Why a stage has nothing to do, where that decides about the answer. */
export interface SkipWithRuling {
  /** Why the stage does not run. */
  readonly reason: string;
  /** What that decides. */
  readonly ruling: StageRuling;
}

/** One step of the pipeline. */
export interface Stage<
  R extends FactName = FactName,
  P extends FactName = FactName,
  O extends FactName = FactName,
> {
  /** Its name in lists of stages and in results. */
  readonly name: string;
  /** Facts without which it does not run. */
  readonly requires: readonly R[];
  /** Facts it looks at where an earlier stage has produced them. */
  readonly reads?: readonly O[];
  /** Facts that it returns. */
  readonly produces: readonly P[];
  /**
   * Of what it produces, what results do not hold. Default: nothing. What an own stage produces stands under `extensions`
   * of every result and has to be JSON; built-in facts have sections of their own.
   */
  readonly unstored?: readonly P[];
  /** The key its tokens are stored under in `usage_metadata`; default: its name. */
  readonly usageKey?: string;
  /** True: runs whatever happened before. */
  readonly always?: boolean;
  /** Why there is nothing to do, or undefined. */
  skip?(facts: StageFacts<R, O>, context: StageContext): string | SkipWithRuling | undefined;
  /** Does its work and returns what it produces. What it throws is an error of the task. */
  run(facts: StageFacts<R, O>, context: StageContext): Promise<StageOutcome<P>>;
}

/** A stage whose fact names are not known to the compiler, as in a list of stages. */
// biome-ignore lint/suspicious/noExplicitAny: lists hold stages of any facts; defineStage has checked each one
export type AnyStage = Stage<any, any, any>;

/**
 * Defines a pipeline stage. Reading a fact that it does not name, taking one that it only reads as if it were there, or
 * forgetting to return a produced one, is a compile error.
 *
 * @example
 * const wordLimit = defineStage({
 *   name: "WordLimit", requires: ["response"], produces: [],
 *   async run({ response }) {
 *     return response.trace.split(/\s+/).length > 500
 *       ? { ruling: { verifyResult: false, kind: "auto_fail", reason: "more than 500 words" } }
 *       : {};
 *   },
 * });
 */
export function defineStage<
  const R extends FactName = never,
  const P extends FactName = never,
  const O extends FactName = never,
>(stage: Stage<R, P, O>): Stage<R, P, O> {
  return stage;
}
