import { clusteredMean } from "../statistics/correction/clustered-mean.ts";
import type { LabelledValue } from "../statistics/correction/labelled-sample.ts";
import { type PredictionPowered, predictionPowered } from "../statistics/correction/prediction-powered.ts";
import { normalQuantile } from "../statistics/distributions/normal.ts";
import type { Interval } from "../statistics/interval.ts";

/** The answers of one side, by pair, and what persons say of some. */
export interface CorrectedSide {
  /** What its judge says of each answer: 1 and 0, or between where several judges differ. */
  readonly judged: readonly number[];
  readonly labelled: readonly LabelledValue[];
}

/** Answers of two sides to the same questions. */
export interface CorrectedPairs {
  readonly a: CorrectedSide;
  readonly b: CorrectedSide;
  /** The question of each pair. */
  readonly clusters: readonly string[];
}

interface WithInterval {
  readonly value: number;
  readonly interval: Interval;
}

/** Prediction-powered rate of one side; null where labels are too few for an interval. */
export function correctedRate(
  { judged, labelled }: CorrectedSide,
  clusters: readonly string[],
  level: number,
): (PredictionPowered & WithInterval) | null {
  const found = predictionPowered(
    { judged, clusters, labelled },
    { level, binary: judged.every((value) => value === 0 || value === 1) },
  );
  return found === null || found.interval === null ? null : { ...found, interval: found.interval };
}

/**
 * The difference of two rates as persons would find it: B's prediction-powered rate less A's. Labels are drawn answer by
 * answer, so their errors are independent; the questions are the same, so what sides have in common of them is not: its
 * covariance is `λ_A·λ_B·cov(f_A, f_B)`, λ being the slope of what persons say on what the judge says (persons as independent
 * of one another beyond what judges see, which makes it wider where they are not). The interval is put together of those of both
 * rates as Newcombe's is of Wilson's (G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures",
 * Stat. Med. 27, 2008, 1693–1702). Pairs with the same answer on both sides differ by nothing, whatever judges say:
 *
 * @param same how many such pairs there are beside these
 */
export function correctedDifference(
  { a, b, clusters }: CorrectedPairs,
  { same, level }: { readonly same: number; readonly level: number },
): WithInterval | null {
  const count = clusters.length;
  if (count === 0) return same === 0 ? null : { value: 0, interval: { low: 0, high: 0 } };
  const [ofA, ofB] = [correctedRate(a, clusters, level), correctedRate(b, clusters, level)];
  if (ofA === null || ofB === null) return null;
  const meanA = clusteredMean(a.judged, clusters);
  const meanB = clusteredMean(b.judged, clusters);
  const together =
    a.judged.reduce((sum, value, at) => sum + (value - meanA.mean) * ((b.judged[at] ?? 0) - meanB.mean), 0) /
    count;
  const worth = Math.sqrt(meanA.effectiveSize * meanB.effectiveSize);
  const errors = (ofA.standardError ?? 0) * (ofB.standardError ?? 0);
  const common = errors > 0 ? (ofA.lambda * ofB.lambda * together) / (worth * errors) : 0;
  const correlation = Math.min(1, Math.max(-1, common));
  const share = count / (count + same);
  const value = ofB.value - ofA.value;
  // that so many answers are the same is by chance too
  const z = normalQuantile((1 + level) / 2);
  const ofShare = (z * z * share * (1 - share) * value * value) / (count + same);
  const reach = (ownB: number, ownA: number) =>
    Math.sqrt(
      share ** 2 * Math.max(0, ownB ** 2 - 2 * correlation * ownB * ownA + ownA ** 2) + Math.max(0, ofShare),
    );
  const low = share * value - reach(ofB.value - ofB.interval.low, ofA.interval.high - ofA.value);
  const high = share * value + reach(ofB.interval.high - ofB.value, ofA.value - ofA.interval.low);
  return { value: share * value, interval: { low: Math.max(-1, low), high: Math.min(1, high) } };
}
