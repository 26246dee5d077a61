import type { LabelledValue } from "../../statistics/correction/labelled-sample.ts";
import { randomWords } from "../../statistics/resampling/random-words.ts";
import { correctedDifference } from "../corrected-difference.ts";

/** Two models on the same questions, judged by a judge that errs, of whose answers persons label some. */
export interface SimulatedDifference {
  /** What both models pass of easy questions and of hard ones, which are half of them. */
  readonly a: readonly [easy: number, hard: number];
  readonly b: readonly [easy: number, hard: number];
  readonly truePositive: number;
  readonly trueNegative: number;
  readonly questions: number;
  /** Of each side. */
  readonly labels: number;
  /** With which an error on A's answer is an error on B's too, where persons say the same of both. */
  readonly shared: number;
  /** The share of questions that both answer with the same words. */
  readonly same: number;
}

export const simulatedDifferences: readonly SimulatedDifference[] = [
  [0.9, 0.5, 0.8, 0.4] as const,
  [0.95, 0.8, 0.9, 0.3] as const,
  [0.6, 0.3, 0.6, 0.3] as const,
].flatMap(([easyA, hardA, easyB, hardB]) =>
  [
    { truePositive: 0.95, trueNegative: 0.8, questions: 200, labels: 60, shared: 0, same: 0 },
    { truePositive: 0.9, trueNegative: 0.85, questions: 400, labels: 100, shared: 0.8, same: 0 },
    { truePositive: 0.97, trueNegative: 0.9, questions: 100, labels: 40, shared: 0.3, same: 0 },
    { truePositive: 0.9, trueNegative: 0.8, questions: 300, labels: 100, shared: 0.3, same: 0.4 },
  ].map((one) => ({ ...one, a: [easyA, hardA] as const, b: [easyB, hardB] as const })),
);

/** The share of draws in which the corrected interval, and that of the judge's verdicts, held the true difference. */
export function simulateDifference(
  one: SimulatedDifference,
  draws: number,
  seed = 1,
): { readonly corrected: number; readonly width: number } {
  const words = randomWords(seed);
  const uniform = () => words.next() / 2 ** 32;
  const meanOf = ([easy, hard]: readonly [number, number]) => (easy + hard) / 2;
  const truth = (1 - one.same) * (meanOf(one.b) - meanOf(one.a));
  let held = 0;
  let width = 0;
  for (let draw = 0; draw < draws; draw++) {
    const rows = Array.from({ length: one.questions }, () => rowOf(one, uniform));
    const changed = rows.filter(({ isSame }) => !isSame);
    const side = (of: "a" | "b") => ({
      judged: changed.map((row) => row[of].judge),
      labelled: labelsOf(
        rows.map((row) => ({ ...row[of], isSame: row.isSame })),
        one.labels,
        uniform,
      ),
    });
    const found = correctedDifference(
      { a: side("a"), b: side("b"), clusters: changed.map((_, at) => String(at)) },
      { same: rows.length - changed.length, level: 0.95 },
    );
    if (found === null) continue;
    const { low, high } = found.interval;
    if (low <= truth && truth <= high) held += 1;
    width += high - low;
  }
  return { corrected: held / draws, width: width / draws };
}

interface SimulatedAnswer {
  readonly person: number;
  readonly judge: number;
}

function rowOf(one: SimulatedDifference, uniform: () => number) {
  const at = uniform() < 0.5 ? 0 : 1;
  const truthOf = (rates: readonly [number, number]) => (uniform() < rates[at] ? 1 : 0);
  const isWrong = (person: number) => uniform() < 1 - (person === 1 ? one.truePositive : one.trueNegative);
  const personA = truthOf(one.a);
  const isSame = uniform() < one.same;
  const personB = isSame ? personA : truthOf(one.b);
  const wrongA = isWrong(personA);
  const wrongB = isSame || (personA === personB && uniform() < one.shared) ? wrongA : isWrong(personB);
  return {
    isSame,
    a: { person: personA, judge: wrongA ? 1 - personA : personA },
    b: { person: personB, judge: wrongB ? 1 - personB : personB },
  };
}

/** As many of what passes as of what fails, of which those of answers that are not the same count. */
function labelsOf(
  answers: readonly (SimulatedAnswer & { readonly isSame: boolean })[],
  labels: number,
  uniform: () => number,
): readonly LabelledValue[] {
  return [...Map.groupBy(answers, ({ judge }) => judge)].flatMap(([verdict, members]) => {
    const wanted = Math.min(members.length, Math.max(2, Math.round(labels / 2)));
    const left = [...members];
    return Array.from({ length: wanted }, () => left.splice(Math.floor(uniform() * left.length), 1)).flatMap(
      ([taken]) =>
        taken === undefined || taken.isSame
          ? []
          : [
              {
                person: taken.person,
                judge: taken.judge,
                weight: members.length / wanted,
                stratum: String(verdict),
              },
            ],
    );
  });
}
