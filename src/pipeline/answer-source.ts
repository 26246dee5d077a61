import type { GeneratedAnswer } from "./facts.ts";
import type { Task } from "./task.ts";

/** Shares one generated answer among the tasks that differ only in their judge. */
export interface AnswerSource {
  /**
   * Runs `generate` for the first task that asks for `key`; the others wait for its outcome, however slow,
   * and share it, an error included.
   */
  share<T>(key: string, generate: () => Promise<T>): Promise<{ readonly value: T; readonly shared: boolean }>;
}

/** Answers that were given before this run. */
export interface TakenAnswers {
  /** The answer to a task; undefined: the model is asked. */
  answerOf(task: Task): GeneratedAnswer | undefined;
}
