import { type FailureCategory, failure, VerificationResult } from "../../../result/index.ts";
import type { RunEvents, RunReport, TaskFinished } from "../../../run/index.ts";

/** A task and its result: a pass, or a failure of the category given. */
export function finished(
  id: string,
  category?: FailureCategory,
  verdict = category === undefined ? true : null,
  reason = "no\nreply",
): TaskFinished {
  const identity = { interface: "scripted", modelName: "m" };
  const model = { id: "m", identity, systemPrompt: null };
  const result = VerificationResult.parse({
    metadata: {
      questionId: id,
      templateId: "no_template",
      questionText: id,
      answering: identity,
      parsing: identity,
      executionTime: 1,
      timestamp: "",
      resultId: "",
      completedWithoutErrors: category === undefined,
      failure: category === undefined ? null : failure({ category, stage: "GenerateAnswer", reason }),
    },
    template: { verifyResult: verdict },
  });
  // the reporter looks at ids only
  const task = { question: { id }, answering: model, parsing: { ...model, id: "judge" }, replicate: null };
  return { task, result, durationMs: 1 } as unknown as TaskFinished;
}

/** The report of a run of four tasks. */
export const report = (fields: Partial<RunReport> = {}): RunReport => ({
  status: "completed",
  total: 4,
  finishedBefore: 0,
  finished: 4,
  durationMs: 4000,
  lost: [],
  paces: [],
  sinkFailures: [],
  warnings: [],
  ...fields,
});

/** Tells of tasks that begin and finish one after the other. */
export function play(events: RunEvents, given: readonly TaskFinished[]): void {
  for (const event of given) {
    events.taskStarted?.({ task: event.task });
    events.taskFinished?.(event);
  }
}
