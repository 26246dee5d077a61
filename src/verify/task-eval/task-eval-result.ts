import { type JsonObject, recordFrom, snakeCase } from "../../base/index.ts";
import { resultToJson, type VerificationResult, type VerificationResultSet } from "../../result/index.ts";
import type { StepQuestion } from "./criteria.ts";
import { rowOfEvent } from "./event-row.ts";
import type { LogEvent } from "./log-event.ts";
import { isOfStep } from "./merge-events.ts";
import { renderTaskMarkdown } from "./render-markdown.ts";
import { namedSteps, renderCompact, renderDisplay, renderSummary } from "./render-text.ts";
import { StepEval } from "./step-eval.ts";
import { addStats, type SummaryStats } from "./summary-stats.ts";

/** What an evaluation has found, before it is put together. */
interface TaskEvalParts {
  readonly taskId: string | null;
  readonly metadata: JsonObject;
  readonly timestamp: string;
  readonly results: VerificationResultSet;
  readonly questions: readonly StepQuestion[];
  /** Why questions have no result. */
  readonly failed: ReadonlyMap<StepQuestion, string>;
  readonly events: readonly LogEvent[];
  /** Null is what belongs to no step. */
  readonly stepIds: readonly (string | null)[];
}

/** What was logged, by step. An event may stand in both. */
interface TaskEvalLogs {
  readonly global: readonly LogEvent[];
  readonly steps: { readonly [stepId: string]: readonly LogEvent[] };
}

/**
 * What an evaluation came to, step by step, and as one set of results.
 *
 * @example
 * const evaluated = await taskEval.evaluate({ parsingModels });
 * console.log(evaluated.summary()); // 1/2 template verifications passed | 3/3 rubric traits passed
 * await evaluated.results.save("run.json"); // for karenina summary, show, report and gate
 */
export class TaskEvalResult {
  readonly taskId: string | null;
  readonly metadata: JsonObject;
  /** ISO 8601 in UTC. */
  readonly timestamp: string;
  /** Null: nothing was to be judged that belongs to no step. */
  readonly globalEval: StepEval | null;
  readonly perStep: { readonly [stepId: string]: StepEval };
  readonly logs: TaskEvalLogs;
  /**
   * All results as those of any run. The questions of a step are called `step_<step>_<question>` there and have the keyword
   * `step: <step>`.
   */
  readonly results: VerificationResultSet;

  constructor({ taskId, metadata, timestamp, results, questions, failed, events, stepIds }: TaskEvalParts) {
    this.taskId = taskId;
    this.metadata = metadata;
    this.timestamp = timestamp;
    this.results = results;
    const byQuestion = Map.groupBy(results, ({ metadata: { questionId } }) => questionId);
    const evalOf = (stepId: string | null) =>
      stepEval(
        questions.filter((question) => question.stepId === stepId),
        byQuestion,
        failed,
      );
    const steps = stepIds.filter((stepId) => stepId !== null);
    this.globalEval = stepIds.includes(null) ? evalOf(null) : null;
    this.perStep = recordFrom(steps.map((stepId) => [stepId, evalOf(stepId)] as const));
    this.logs = {
      global: events.filter((event) => isOfStep(event, null)),
      steps: recordFrom(
        steps.map((stepId) => [stepId, events.filter((event) => isOfStep(event, stepId))] as const),
      ),
    };
  }

  /** The counts of all steps together. */
  getSummaryStats(): SummaryStats {
    return addStats(namedSteps(this).map(([, step]) => step.getSummaryStats()));
  }

  /** One line, such as `1/2 template verifications passed | 3/3 rubric traits passed`. */
  summary(): string {
    return renderSummary(this);
  }

  /** One line with the task and its success rate. */
  summaryCompact(): string {
    return renderCompact(this);
  }

  /** For a terminal of 80 columns: every question of every step, those that were not judged among them. */
  display(): string {
    return renderDisplay(this);
  }

  /** As a plain object with the names of {@link exportJson}, without what was logged. */
  toDictClean(): JsonObject {
    return {
      task_id: this.taskId,
      metadata: this.metadata,
      timestamp: this.timestamp,
      summary: statsJson(this.getSummaryStats()),
      global_evaluation: this.globalEval && stepJson(this.globalEval),
      step_evaluations: recordFrom(
        Object.entries(this.perStep).map(([id, step]) => [id, stepJson(step)] as const),
      ),
    };
  }

  /**
   * As JSON with the keys `task_id`, `metadata`, `timestamp`, `summary`, `global_evaluation` and `step_evaluations`.
   *
   * @param options.includeLogs also `logs`, what was logged. Default false.
   * @param options.indent default 2
   */
  exportJson({
    includeLogs = false,
    indent = 2,
  }: {
    readonly includeLogs?: boolean;
    readonly indent?: number;
  } = {}): string {
    const rows = (events: readonly LogEvent[]) => events.map((event) => rowOfEvent(event, null));
    const logs = {
      global: rows(this.logs.global),
      steps: recordFrom(Object.entries(this.logs.steps).map(([id, events]) => [id, rows(events)] as const)),
    };
    return JSON.stringify({ ...this.toDictClean(), ...(includeLogs && { logs }) }, null, indent);
  }

  /** As Markdown: every step with its status and its questions. Texts of models are inert in it. */
  exportMarkdown(): string {
    return renderTaskMarkdown(this);
  }
}

function stepEval(
  questions: readonly StepQuestion[],
  results: ReadonlyMap<string, readonly VerificationResult[]>,
  failed: ReadonlyMap<StepQuestion, string>,
): StepEval {
  return new StepEval(
    new Map(
      questions.flatMap(({ id, input }) => {
        const found = results.get(input.id);
        return found === undefined ? [] : [[id, found] as const];
      }),
    ),
    new Map(
      questions.flatMap((question) => {
        const reason = failed.get(question);
        return reason === undefined ? [] : [[question.id, reason] as const];
      }),
    ),
    questions.map(({ traits }) => traits),
  );
}

const statsJson = (stats: SummaryStats): JsonObject =>
  recordFrom(Object.entries(stats).map(([name, value]) => [snakeCase(name), value] as const));

const stepJson = (step: StepEval): JsonObject => ({
  verification_results: recordFrom(
    Object.entries(step.verificationResults).map(([id, results]) => [id, results.map(resultToJson)] as const),
  ),
  failed_questions: step.failedQuestions,
  summary_stats: statsJson(step.getSummaryStats()),
});
