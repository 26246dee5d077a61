import * as z from "zod";
import {
  functionLike,
  isoTimestamp,
  issueLines,
  type JsonObject,
  KareninaError,
  onlyMembers,
  type ShapeOf,
  systemClock,
} from "../../base/index.ts";
import type { QuestionInput, RubricInput, TemplateInput } from "../../benchmark/index.ts";
import type { CallableFunction } from "../../rubric/index.ts";
import { questionOfRow } from "../answers/questions-of-rows.ts";
import type { UnusedRow } from "../answers/stored-answer.ts";
import { addTraits, type Criteria, newCriteria } from "./criteria.ts";
import type { EvaluateOptions, TaskEvalConfig } from "./evaluate.ts";
import { rowOfEvent } from "./event-row.ts";
import { type LiveLog, type LogCounts, liveLog } from "./live-log/live-log.ts";
import { type LogFileOptions, LogFileShape, logSettings } from "./live-log/log-settings.ts";
import { safeMessage, TooLarge } from "./live-log/plain-value.ts";
import { type LogEvent, type LogOptions, readEvent, type TraceMessages } from "./log-event.ts";
import { type MergeStrategy, mergeStrategies } from "./merge-events.ts";
import type { TaskEvalResult } from "./task-eval-result.ts";

/** What a TaskEval is made of; nothing is needed. */
export interface TaskEvalOptions {
  /** What was done, for people. It names the results. */
  readonly taskId?: string | undefined;
  /** Whatever else is to stand in the exports. */
  readonly metadata?: JsonObject | undefined;
  /** Default `concatenate`. */
  readonly mergeStrategy?: MergeStrategy | undefined;
  /** Functions in place of the code of callable traits, by name; see `registerCallable`. */
  readonly callableRegistry?: { readonly [name: string]: CallableFunction } | undefined;
  /** A file that events go to, in place of memory: for programs that run for long. */
  readonly logTo?: LogFileOptions | undefined;
}

const Options = onlyMembers(
  {
    taskId: z.string().optional(),
    metadata: z.record(z.string(), z.json()).optional(),
    mergeStrategy: z.enum(mergeStrategies).optional(),
    callableRegistry: z.record(z.string(), functionLike).optional(),
    logTo: LogFileShape.optional(),
  } satisfies ShapeOf<TaskEvalOptions>,
  "option",
);

/** Which step something is for. Without: what belongs to no step. */
interface OfStep {
  readonly stepId?: string | undefined;
}

/** Longer events are not kept, in characters: no judge could read them. */
const mostCharacters = 20_000_000;

/**
 * Evaluates what a program has produced by itself: log it, say what it is judged by, evaluate. No model under test is asked.
 * Nothing that is logged makes `log` or `logTrace` throw, and no file that cannot be written does.
 *
 * @example
 * const taskEval = new TaskEval({ taskId: "support-chat" });
 * taskEval.log("You can cancel within 14 days.", { stepId: "answer" });
 * taskEval.addRubric([regexTrait({ name: "says_when", pattern: "\\d+ days" })], { stepId: "answer" });
 * const evaluated = await taskEval.evaluate({ parsingModels });
 * console.log(evaluated.display());
 */
export class TaskEval {
  readonly taskId: string | null;
  readonly metadata: JsonObject;
  readonly mergeStrategy: MergeStrategy;
  readonly #criteria = new Map<string | null, Criteria>();
  readonly #functions = new Map<string, CallableFunction>();
  readonly #events: LogEvent[] = [];
  readonly #problems: string[] = [];
  readonly #file: LiveLog | undefined;
  readonly #keeps: boolean;

  /** @throws KareninaError `configuration` that names each wrong option. */
  constructor(options: TaskEvalOptions = {}) {
    const { error } = Options.safeParse(options, { reportInput: true });
    if (error !== undefined)
      throw new KareninaError(
        "configuration",
        `TaskEval cannot be made: ${issueLines(error.issues).join("; ")}.`,
        {
          hint: `There are ${Object.keys(Options.shape).join(", ")}.`,
        },
      );
    this.taskId = options.taskId ?? null;
    this.metadata = options.metadata ?? {};
    this.mergeStrategy = options.mergeStrategy ?? "concatenate";
    for (const [name, evaluate] of Object.entries(options.callableRegistry ?? {}))
      this.registerCallable(name, evaluate);
    const settings = options.logTo && logSettings(options.logTo);
    this.#file = settings && liveLog(settings);
    this.#keeps = settings?.keep ?? true;
  }

  /** Logs a text. Never throws; what is wrong with an event is told by `evaluate`, or by `onProblem` of `logTo`. */
  log(text: string, options?: LogOptions): LogEvent {
    return this.#add(text, options, false);
  }

  /**
   * Logs a trace: messages, or its answer as a text, of which a first line `--- AI Message ---` is taken away. Never throws.
   */
  logTrace(messages: string | TraceMessages, options?: LogOptions): LogEvent {
    return this.#add(messages, options, true);
  }

  /** Adds a question that what was logged answers, and returns its id. Throws `invalid_input` for one that stands there. */
  addQuestion(question: QuestionInput, { stepId }: OfStep = {}): string {
    return this.#criteriaOf(stepId).benchmark.addQuestion(question);
  }

  /**
   * Adds a template whose question is not known, and returns the id that its results have.
   *
   * @param options.id default: the name of the template in lower case
   * @throws KareninaError `invalid_input` for an id that the step has already.
   */
  addTemplate(template: TemplateInput, { stepId, id }: OfStep & { readonly id?: string } = {}): string {
    const name = "fields" in template ? template.name.toLowerCase() : "answer";
    return this.addQuestion({ ...questionOfRow(undefined), template, id: id ?? name }, { stepId });
  }

  /** Adds traits; several calls add up. Throws `invalid_input` for a name that stands there already. */
  addRubric(rubric: RubricInput, { stepId }: OfStep = {}): void {
    addTraits(this.#criteriaOf(stepId), rubric, "rubric");
  }

  /** Adds traits that are judged only where an answer touches what they are about. */
  addDynamicRubric(rubric: RubricInput, { stepId }: OfStep = {}): void {
    addTraits(this.#criteriaOf(stepId), rubric, "dynamic");
  }

  /** Judges the callable trait of this name by a function of this program, in place of the code that it has. */
  registerCallable(name: string, evaluate: CallableFunction): void {
    if (typeof evaluate !== "function" || evaluate.length > 1)
      throw new KareninaError(
        "invalid_input",
        `registerCallable ${JSON.stringify(name)}: expected a function of one parameter.`,
      );
    this.#functions.set(name, evaluate);
  }

  /** What was logged and is kept in memory, in its order. */
  get events(): readonly LogEvent[] {
    return [...this.#events];
  }

  /** What became of events that go to a file; null without `logTo`. */
  get logCounts(): LogCounts | null {
    return this.#file?.counts() ?? null;
  }

  /** Writes what waits to the file. True: nothing waits any more. Never throws. */
  flush(): boolean {
    return this.#file?.flush() ?? true;
  }

  /** The same; events that come later are lost. */
  close(): boolean {
    return this.#file?.close() ?? true;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /**
   * Takes over what was logged to a file, behind what is there; of a TaskEval with a `taskId` only events of that task.
   *
   * @returns the lines that are no events, with the reason
   * @throws KareninaError `file_not_found`, `file_unreadable`
   */
  async loadLog(file: string): Promise<readonly UnusedRow[]> {
    const { readEvents } = await import("./read-events.ts");
    const { events, unused } = await readEvents(file, this.taskId);
    for (const event of events) this.#events.push(event);
    return unused;
  }

  /**
   * Judges what was logged: what belongs to no step, and each step, all in one run with the settings of any other. Without
   * `evaluationMode` templates and traits are judged where there are any. Replicates judge the same answer again.
   *
   * @throws KareninaError before any judge is asked: `configuration`, `invalid_input`, as `judgeAnswers`.
   */
  async evaluate(config: TaskEvalConfig, options: EvaluateOptions = {}): Promise<TaskEvalResult> {
    if (!this.#keeps && this.#events.length === 0)
      throw new KareninaError("configuration", "Events go to a file and are not kept in memory.", {
        hint: "Judge the file by judgeAnswers or `karenina judge`, or read it with loadLog into another TaskEval; or set `keep` of `logTo`.",
      });
    for (const problem of this.#problems) options.warn?.(problem);
    const { evaluateTask } = await import("./evaluate.ts");
    const { taskId, metadata, mergeStrategy } = this;
    const task = { taskId, metadata, events: this.events, criteria: [...this.#criteria.values()] };
    return evaluateTask({ ...task, functions: new Map(this.#functions) }, config, {
      mergeStrategy,
      ...options,
    });
  }

  #criteriaOf(stepId: string | undefined): Criteria {
    const key = stepId ?? null;
    const criteria = this.#criteria.get(key) ?? newCriteria(key);
    this.#criteria.set(key, criteria);
    return criteria;
  }

  #add(said: unknown, options: unknown, isTrace: boolean): LogEvent {
    const timestamp = isoTimestamp(systemClock);
    const about = { isTrace, timestamp, mostCharacters };
    try {
      const { event, key, unreadable, invalid } = readEvent(said, options, about);
      for (const problem of unreadable) this.#tell("unreadable", problem);
      for (const problem of invalid) this.#tell("invalid", problem);
      this.#file?.write(rowOfEvent(event, this.taskId), key);
      if (this.#keeps) this.#events.push(event);
      return event;
    } catch (error) {
      const isLarge = error instanceof TooLarge;
      const kind = isLarge ? "too_large" : "lost";
      const message = isLarge
        ? `an event has more than ${mostCharacters} characters, or too many parts`
        : `an event could not be logged: ${safeMessage(error)}`;
      this.#file?.lose(kind, message);
      if (this.#keeps) this.#problems.push(`An event is not evaluated: ${message}.`);
      return readEvent("", undefined, { ...about, isTrace: false }).event;
    }
  }

  #tell(kind: "unreadable" | "invalid", problem: string): void {
    this.#file?.problem(kind, problem);
    if (this.#keeps) this.#problems.push(`An event was logged with something wrong: ${problem}.`);
  }
}
