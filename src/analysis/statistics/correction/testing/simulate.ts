import { clusteredRate } from "../../rates/clustered-rate.ts";
import { randomWords } from "../../resampling/random-words.ts";
import { judgeTable } from "../judge-table.ts";
import type { LabelledValue } from "../labelled-sample.ts";
import { predictionPowered } from "../prediction-powered.ts";
import { roganGladen } from "../rogan-gladen.ts";

/** A run judged by a judge whose errors are known, of which persons label some. */
export interface SimulatedCase {
  /** The share that is to pass. */
  readonly truth: number;
  readonly truePositive: number;
  readonly trueNegative: number;
  /** Answers of the run. */
  readonly answers: number;
  readonly labels: number;
  /** `plain` draws labels by lot; `verdict` half of them of what the judge passes; `uncertain` also half of what is hard, where the judge errs three times as often; `apart` of other answers. */
  readonly drawn: "plain" | "verdict" | "uncertain" | "apart";
}

/** Good and bad judges, many and few labels. */
export const simulatedCases: readonly SimulatedCase[] = (
  ["plain", "verdict", "uncertain", "apart"] as const
).flatMap((drawn) => [
  { truth: 0.8, truePositive: 0.9, trueNegative: 0.8, answers: 400, labels: 100, drawn },
  { truth: 0.5, truePositive: 0.95, trueNegative: 0.7, answers: 400, labels: 60, drawn },
  { truth: 0.7, truePositive: 0.97, trueNegative: 0.95, answers: 300, labels: 60, drawn },
  { truth: 0.3, truePositive: 0.85, trueNegative: 0.9, answers: 1000, labels: 150, drawn },
  { truth: 0.8, truePositive: 0.9, trueNegative: 0.85, answers: 80, labels: 40, drawn },
]);

/** The shares of draws in which an interval held the truth. */
export interface Coverage {
  readonly predictionPowered: number;
  readonly roganGladen: number;
  readonly truePositive: number;
  readonly trueNegative: number;
  /** That of what the judge passes, uncorrected. */
  readonly raw: number;
}

/** Draws runs and labels, and counts how often each interval holds the truth. */
export function simulateCalibration(one: SimulatedCase, draws: number, seed = 1): Coverage {
  const words = randomWords(seed);
  const uniform = () => words.next() / 2 ** 32;
  const held = { predictionPowered: 0, roganGladen: 0, truePositive: 0, trueNegative: 0, raw: 0 };
  for (let draw = 0; draw < draws; draw++) {
    const answers = Array.from({ length: one.answers }, () => answerOf(one, uniform));
    const labelled = labelsOf(
      one,
      one.drawn === "apart" ? answers.map(() => answerOf(one, uniform)) : answers,
      uniform,
    );
    const judged = answers.map(({ judge }) => judge);
    const raw = clusteredRate(judged.map((passed) => ({ passed, of: 1 })));
    const { truePositive, trueNegative, counts } = judgeTable(labelled, { resamples: 300, seed: draw });
    const powered = predictionPowered({ judged, labelled });
    const rates = {
      judged: raw.rate ?? 0,
      truePositive: truePositive.value ?? 0,
      trueNegative: trueNegative.value ?? 0,
    };
    const corrected =
      one.drawn === "apart"
        ? roganGladen({
            judged: { share: rates.judged, of: raw.of },
            truePositive: { share: rates.truePositive, of: counts.bothPass + counts.onlyPerson },
            trueNegative: { share: rates.trueNegative, of: counts.bothFail + counts.onlyJudge },
          })
        : predictionPowered(
            { judged, labelled },
            { lambda: 1 / (rates.truePositive + rates.trueNegative - 1) },
          );
    held.predictionPowered += holds(powered?.interval, one.truth);
    held.roganGladen += holds(corrected?.interval, one.truth);
    held.truePositive += holds(truePositive.interval, one.truePositive);
    held.trueNegative += holds(trueNegative.interval, one.trueNegative);
    held.raw += holds(raw.interval, one.truth);
  }
  return {
    predictionPowered: held.predictionPowered / draws,
    roganGladen: held.roganGladen / draws,
    truePositive: held.truePositive / draws,
    trueNegative: held.trueNegative / draws,
    raw: held.raw / draws,
  };
}

const holds = (
  interval: { readonly low: number; readonly high: number } | null | undefined,
  truth: number,
): number => (interval && interval.low <= truth && truth <= interval.high ? 1 : 0);

interface SimulatedAnswer {
  readonly person: number;
  readonly judge: number;
  readonly isHard: boolean;
}

function answerOf(one: SimulatedCase, uniform: () => number): SimulatedAnswer {
  const person = uniform() < one.truth ? 1 : 0;
  const isHard = uniform() < 0.2;
  const error = 1 - (person === 1 ? one.truePositive : one.trueNegative);
  // a fifth is hard, with three times the errors of the others, so that the whole errs as often as it should
  const own = (error / 1.4) * (isHard ? 3 : 1);
  return { person, judge: uniform() < own ? 1 - person : person, isHard };
}

function labelsOf(
  { drawn, labels }: SimulatedCase,
  answers: readonly SimulatedAnswer[],
  uniform: () => number,
): readonly LabelledValue[] {
  const stratumOf = ({ judge, isHard }: SimulatedAnswer) =>
    drawn === "plain" || drawn === "apart" ? "all" : drawn === "verdict" ? `${judge}` : `${judge}${isHard}`;
  const strata = [...Map.groupBy(answers, stratumOf)];
  return strata.flatMap(([stratum, members]) => {
    const wanted = Math.min(members.length, Math.max(2, Math.round(labels / strata.length)));
    const left = [...members];
    return Array.from({ length: wanted }, () => {
      const [taken] = left.splice(Math.floor(uniform() * left.length), 1);
      const { person = 0, judge = 0 } = taken ?? {};
      return { person, judge, weight: members.length / wanted, stratum };
    });
  });
}
