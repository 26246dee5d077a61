import type { Question } from "../../benchmark/index.ts";
import { answerOfResult } from "../../pipeline/index.ts";
import { displayString, type VerificationResult } from "../../result/index.ts";
import { unmatched } from "./match-answers.ts";
import type { UnusedRow } from "./stored-answer.ts";

/** What becomes of results whose answers are to be judged anew. */
interface LeftResults {
  /** Results that are not judged, numbered from 1. */
  readonly unused: readonly UnusedRow[];
  /** The most answers that one model has given to one question that is judged; at least 1. */
  readonly replicates: number;
}

/**
 * Finds the results whose answers are not judged, and why. One without an answer is none of them where another judge's result
 * has the answer.
 *
 * @param all every question of the benchmark
 * @param asked those that are judged
 */
export function leftResults(
  results: Iterable<VerificationResult>,
  all: readonly Question[],
  asked: readonly Question[],
): LeftResults {
  const byId = new Map(all.map((question) => [question.id, question]));
  const isAsked = new Set(asked.map(({ id }) => id));
  const unused: UnusedRow[] = [];
  const answered = new Set<string>();
  const unanswered: { readonly place: number; readonly key: string }[] = [];
  let [place, replicates] = [0, 1];
  for (const result of results) {
    place += 1;
    const { questionId, questionText, answering, replicate } = result.metadata;
    const question = byId.get(questionId);
    const reason =
      question === undefined
        ? unmatched.noId
        : question.question !== questionText
          ? unmatched.otherText
          : isAsked.has(questionId)
            ? undefined
            : unmatched.notAsked;
    if (reason !== undefined) {
      unused.push({ place, reason });
      continue;
    }
    const key = JSON.stringify([questionId, displayString(answering), replicate ?? 1]);
    if (answerOfResult(result) === undefined) unanswered.push({ place, key });
    else answered.add(key);
    replicates = Math.max(replicates, replicate ?? 1);
  }
  for (const { place: at, key } of unanswered)
    if (!answered.has(key)) unused.push({ place: at, reason: "holds no answer: the model was not reached" });
  return { unused: unused.toSorted((a, b) => a.place - b.place), replicates };
}
