import type { Task } from "../../pipeline/index.ts";
import { outcomeOf, type VerificationResult } from "../../result/index.ts";
import type { RunReport } from "../../run/index.ts";
import { kindOf, type OpenSpan, type Spans } from "./spans.ts";

/** Work of a stage, and what came of it. */
type StageWork = <T extends { readonly error?: unknown }>(
  stage: string,
  work: () => T | Promise<T>,
) => Promise<T>;

/** The spans of a run, of its tasks and of their stages. */
interface RunSpans {
  run(work: () => Promise<RunReport>): Promise<RunReport>;
  task<T extends VerificationResult | undefined>(task: Task, work: () => Promise<T>): Promise<T>;
  readonly aroundStage: StageWork;
}

/** @param name how the run is called; null: it has no name */
export function runSpans(
  spans: Spans,
  { name, tasks }: { readonly name: string | null; readonly tasks?: number },
): RunSpans {
  // a task begins where another has ended, whose span it does not belong to
  let whole: OpenSpan | undefined;
  return {
    run: (work) =>
      spans.within(
        {
          name: "karenina run",
          attributes: { ...(name !== null && { "karenina.run": name }), "karenina.tasks": tasks },
        },
        async (span) => {
          whole = span;
          const report = await work();
          span.set({ "karenina.status": report.status, "karenina.finished": report.finished });
          if (report.status === "failed" || report.status === "sink_failed") span.fail(report.status);
          return report;
        },
      ),
    task: (task, work) =>
      spans.within({ name: "karenina task", attributes: attributesOf(task), parent: whole }, async (span) => {
        const result = await work();
        if (result === undefined) return result;
        span.set({ "karenina.result_id": result.metadata.resultId, "karenina.outcome": outcomeOf(result) });
        const { failure, completedWithoutErrors } = result.metadata;
        if (!completedWithoutErrors) span.fail(failure?.category ?? "_OTHER");
        return result;
      }),
    aroundStage: (stage, work) =>
      spans.within({ name: stage, attributes: { "karenina.stage": stage } }, async (span) => {
        const outcome = await work();
        if (outcome.error !== undefined) span.fail(kindOf(outcome.error));
        return outcome;
      }),
  };
}

const attributesOf = ({ question, answering, parsing, replicate, turn }: Task) => ({
  "karenina.question_id": question.id,
  "karenina.answering_model": answering.id,
  "karenina.parsing_model": parsing.id,
  ...(replicate !== null && { "karenina.replicate": replicate }),
  ...(turn !== undefined && { "karenina.scenario": turn.scenario, "karenina.turn": turn.number }),
});
