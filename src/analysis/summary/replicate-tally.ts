import type { Outcome } from "../../result/index.ts";
import { type PassOfK, passOfK } from "../statistics/rates/pass-at-k.ts";
import { stabilityOf } from "../statistics/rates/stability.ts";
import { isVerdict } from "../verdict.ts";
import type { CountedResult } from "./counted-result.ts";

/** A question whose replicates had different outcomes. */
export interface UnstableQuestion {
  readonly questionId: string;
  readonly questionText: string;
  /** How often there was each, most frequent first. */
  readonly outcomes: readonly { readonly outcome: Outcome; readonly count: number }[];
  /** The share of the most frequent one. */
  readonly share: number;
}

/** What replicates say about the questions of one answering model and judge. */
export interface ReplicateNumbers {
  /** The most verdicts a question has. */
  readonly most: number;
  /** Questions with a template to verify. */
  readonly asked: number;
  /** Questions with at least two verdicts (pass, wrong or no answer); stability is about these. */
  readonly questions: number;
  /** Questions among them whose verdicts are all the same. */
  readonly stable: number;
  /** The mean share of a question's most frequent verdict. */
  readonly meanShare: number;
  /** The least stable first; `questions − stable` tells how many there are in all. */
  readonly unstable: readonly UnstableQuestion[];
  /** pass@k and pass^k for k of 1 to 10, then 20, 50, 100, … up to `most`. */
  readonly passOfK: readonly PassOfK[];
  /** What the last of {@link passOfK} leaves out, and why. */
  readonly leftOut: LeftOutQuestions;
}

/** Questions with fewer verdicts than pass@k takes. */
export interface LeftOutQuestions {
  readonly questions: number;
  /** Their results without a verdict, most frequent outcome first. */
  readonly outcomes: readonly { readonly outcome: Outcome; readonly count: number }[];
  /** How many results they lack to have k each. */
  readonly absent: number;
}

/** Adds up the outcomes of each question, in memory that grows with their number. */
export interface ReplicateTally {
  add(result: CountedResult): void;
  /** Null where no question has two verdicts. */
  numbers(): ReplicateNumbers | null;
}

const someK = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50, 100, 200, 500, 1000];

/** Replicates at zero; at most `limit` unstable questions are listed. */
export function replicateTally(limit: number): ReplicateTally {
  const questions = new Map<string, CountedQuestion>();
  return {
    add({ questionId, questionText, outcome, hadTemplate }) {
      if (!hadTemplate) return;
      let question = questions.get(questionId);
      if (question === undefined) {
        question = { text: questionText, counts: new Map(), failed: new Map() };
        questions.set(questionId, question);
      }
      const counts = isVerdict(outcome) ? question.counts : question.failed;
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    },
    numbers() {
      const measured = [...questions].map(([questionId, { text, counts, failed }]) => {
        const { n = 0, share = 1 } = stabilityOf(counts) ?? {};
        return {
          questionId,
          questionText: text,
          counts,
          failed,
          of: n,
          passed: counts.get("pass") ?? 0,
          share,
        };
      });
      const repeated = measured.filter(({ of }) => of > 1);
      if (repeated.length === 0) return null;
      const most = repeated.reduce((highest, { of }) => Math.max(highest, of), 0);
      const unstable = repeated.filter(({ share }) => share < 1);
      const all = someK.filter((k) => k <= most).flatMap((k) => passOfK(measured, k) ?? []);
      return {
        most,
        asked: measured.length,
        questions: repeated.length,
        stable: repeated.length - unstable.length,
        meanShare: repeated.reduce((sum, { share }) => sum + share, 0) / repeated.length,
        unstable: unstable
          .sort((left, right) => left.share - right.share)
          .slice(0, limit)
          .map(({ questionId, questionText, counts, share }) => ({
            questionId,
            questionText,
            outcomes: mostFirst(counts),
            share,
          })),
        passOfK: all,
        leftOut: leftOut(measured, all.at(-1)?.k ?? 0),
      };
    },
  };
}

/** Results of a question by outcome, verdicts and others apart. */
interface CountedQuestion {
  readonly text: string;
  readonly counts: Map<Outcome, number>;
  readonly failed: Map<Outcome, number>;
}

function leftOut(
  questions: readonly (Pick<CountedQuestion, "failed"> & { readonly of: number })[],
  k: number,
): LeftOutQuestions {
  const fewer = questions.filter(({ of }) => of < k);
  const outcomes = new Map<Outcome, number>();
  let absent = 0;
  for (const { of, failed } of fewer) {
    let results = of;
    for (const [outcome, count] of failed) {
      results += count;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count);
    }
    absent += Math.max(0, k - results);
  }
  return { questions: fewer.length, outcomes: mostFirst(outcomes), absent };
}

const mostFirst = (counts: ReadonlyMap<Outcome, number>) =>
  [...counts].map(([outcome, count]) => ({ outcome, count })).sort((left, right) => right.count - left.count);
