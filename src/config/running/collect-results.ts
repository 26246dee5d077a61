import type { Question } from "../../benchmark/index.ts";
import type { Task } from "../../pipeline/index.ts";
import type { VerificationResult } from "../../result/index.ts";
import type { ResultSink } from "../../run/index.ts";
import type { ResolvedConfig } from "../verification/resolved-config.ts";

/** Results in memory. */
export interface CollectedResults {
  readonly sink: ResultSink;
  /** By question, answering model, replicate and judge, as benchmark and configuration list them. */
  inOrder(plan: {
    readonly questions: readonly Question[];
    readonly config: ResolvedConfig;
  }): readonly VerificationResult[];
}

/** Collects results in memory, to be put into an order that does not depend on which task was faster. */
export function collectResults(): CollectedResults {
  const collected: { readonly task: Task; readonly result: VerificationResult }[] = [];
  return {
    sink: {
      name: "memory",
      write(result, task) {
        collected.push({ task, result });
      },
    },
    inOrder({ questions, config }) {
      const places = (ids: readonly { readonly id: string }[]) =>
        new Map(ids.map(({ id }, index) => [id, index]));
      const question = places(questions);
      const answering = places(config.answeringModels);
      const parsing = places(config.parsingModels);
      const key = ({ task }: { readonly task: Task }) => [
        question.get(task.question.id) ?? 0,
        answering.get(task.answering.id) ?? 0,
        task.replicate ?? 0,
        parsing.get(task.parsing.id) ?? 0,
      ];
      return collected
        .map((entry) => ({ key: key(entry), result: entry.result }))
        .sort((left, right) => compare(left.key, right.key))
        .map(({ result }) => result);
    },
  };
}

function compare(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((value, index) => value !== right[index]);
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}
