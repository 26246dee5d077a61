import { normalQuantile } from "../distributions/normal.ts";
import { studentTQuantile } from "../distributions/student-t.ts";
import { type Interval, type IntervalOptions, levelOf } from "../interval.ts";
import { clusteredMean } from "./clustered-mean.ts";
import { type LabelledStratum, type LabelledValue, strataOf } from "./labelled-sample.ts";

/** What a judge said of all answers, and persons of some. */
export interface PredictionPoweredInput {
  /** What the judge said of every answer: 1 and 0 for yes and no, or scores. */
  readonly judged: ArrayLike<number>;
  /** The question of each; absent: each answer is of another. */
  readonly clusters?: ArrayLike<string | number>;
  readonly labelled: readonly LabelledValue[];
}

/** How to estimate. */
export interface PredictionPoweredOptions extends IntervalOptions {
  /** How far what the judge says is relied on: 1 as in PPI, 0 not at all; default: what makes the interval shortest (PPI++). */
  readonly lambda?: number;
  /** True: values are 1 and 0, and the interval stays within them. Default: whether all are. */
  readonly binary?: boolean;
}

/** The mean that persons would find. */
export interface PredictionPowered {
  readonly value: number;
  /** Null with fewer than two labels. */
  readonly interval: Interval | null;
  readonly lambda: number;
  readonly standardError: number | null;
  /** How many more labels, drawn as these were, halve the interval; null where all answers labelled would not. */
  readonly moreLabels: number | null;
}

/**
 * The mean that persons would find over all answers, from what a judge said of all and persons of some, without
 * assumptions about the judge: `λ·mean(f) + Σ_h W_h·mean_h(Y − λf)` (A. N. Angelopoulos et al., "Prediction-powered
 * inference", Science 382, 2023, 669–674; stratified A. Fisch et al., arXiv:2406.04291, 2024), with λ as in PPI++ the
 * slope of Y on f, cut to 0..1 (A. N. Angelopoulos, J. C. Duchi and T. Zrnic, arXiv:2311.01453, 2023, example 6.1).
 * W_h is the share of the answers in a stratum.
 *
 * As those that are labelled are among those that are judged, the variance is that of sampling in two phases (Särndal,
 * Swensson and Wretman 1992, section 9.3): `D·S²/N + Σ_h W_h²·(1/n_h − 1/N_h)·s_h²`. S² is the variance of what persons
 * say, D the design effect of questions that are answered several times, s_h² the variance of `Y − λf` in a stratum.
 * With values 1 and 0, s_h² is `Σ_j share_hj·q_j(1 − q_j) + share_h1·share_h0·(q_1 − q_0 − λ)²` with q_j the share that persons pass of what the judge says j,
 * pulled towards that of all strata by two answers more, and that by one pass and one failure more, so that few labels
 * without an error do not pass for none; the first variance is taken, and the middle moved, as Wilson's interval does.
 *
 * @example
 * predictionPowered({
 *   judged: [1, 1, 1, 0],
 *   labelled: [
 *     { judge: 1, person: 1, weight: 2, stratum: "" },
 *     { judge: 1, person: 0, weight: 2, stratum: "" },
 *   ],
 *   }, { lambda: 1 })?.value // 0.25: of 0.75 what the judge passes too often, 0.5
 */
export function predictionPowered(
  { judged, clusters, labelled }: PredictionPoweredInput,
  options: PredictionPoweredOptions = {},
): PredictionPowered | null {
  const level = levelOf(options);
  const count = judged.length;
  if (count === 0 || labelled.length === 0) return null;
  const strata = strataOf(labelled);
  const total = strata.reduce((sum, { size }) => sum + size, 0);
  const shareOf = ({ size }: LabelledStratum) => size / total;
  const mean = (of: (value: LabelledValue) => number) =>
    strata.reduce((sum, stratum) => sum + shareOf(stratum) * meanOf(stratum.values, of), 0);
  const judgeMean = mean(({ judge }) => judge);
  const personMean = mean(({ person }) => person);
  const spread = mean(({ judge }) => (judge - judgeMean) ** 2);
  const together = mean(({ judge, person }) => (judge - judgeMean) * (person - personMean));
  const lambda = options.lambda ?? (spread > 0 ? Math.min(1, Math.max(0, together / spread)) : 1);
  const whole = clusteredMean(judged, clusters);
  const value = personMean + lambda * (whole.mean - judgeMean);
  const isBinary =
    options.binary ?? [...Array.from(judged), ...labelled.map(({ person }) => person)].every(isBit);
  const bounded = isBinary ? Math.min(1, Math.max(0, value)) : value;
  if (labelled.length < 2)
    return { value: bounded, interval: null, lambda, standardError: null, moreLabels: null };
  const residual = isBinary ? bitVariances(strata, lambda) : plainVariances(strata, lambda);
  const n = labelled.length;
  const parts = strata.map((stratum, at) => ({
    squared: shareOf(stratum) ** 2 * (residual[at]?.variance ?? 0),
    labelled: stratum.values.length,
    size: stratum.size,
  }));
  const drawn = parts.reduce((sum, one) => sum + one.squared * (1 / one.labelled - 1 / one.size), 0);
  const personSpread = mean(({ person }) => (person - personMean) ** 2);
  const z = normalQuantile((1 + level) / 2);
  const worth = whole.effectiveSize;
  const moved = isBinary
    ? strata.reduce((sum, stratum, at) => sum + shareOf(stratum) * (residual[at]?.shift ?? 0), 0)
    : 0;
  const pulled = Math.min(1, Math.max(0, value + moved));
  const middle = isBinary ? (pulled * worth + (z * z) / 2) / (worth + z * z) : value;
  const first = isBinary ? (middle * (1 - middle)) / (worth + z * z) : personSpread / Math.max(1, worth - 1);
  const variance = first + drawn;
  const reach = (isBinary ? z : studentTQuantile((1 + level) / 2, n - 1)) * Math.sqrt(variance);
  const low = Math.min(bounded, middle - reach);
  const high = Math.max(bounded, middle + reach);
  const spare = parts.reduce((sum, one) => sum + one.squared / one.size, 0);
  const needed = ((drawn + spare) * n) / (variance / 4 - first + spare);
  return {
    value: bounded,
    interval: isBinary ? { low: Math.max(0, low), high: Math.min(1, high) } : { low, high },
    lambda,
    standardError: Math.sqrt(variance),
    moreLabels: needed > 0 && needed <= count ? Math.max(0, Math.ceil(needed - n)) : null,
  };
}

const isBit = (value: number): boolean => value === 0 || value === 1;

const meanOf = (values: readonly LabelledValue[], of: (value: LabelledValue) => number): number =>
  values.reduce((sum, value) => sum + of(value), 0) / values.length;

interface ResidualVariance {
  readonly variance: number;
  /** How far the mean of the stratum is pulled. */
  readonly shift: number;
}

/** Of each stratum; one with a single label has that of all. */
function plainVariances(strata: readonly LabelledStratum[], lambda: number): readonly ResidualVariance[] {
  const residual = ({ person, judge }: LabelledValue) => person - lambda * judge;
  const varianceOf = (values: readonly LabelledValue[]) => {
    const mean = meanOf(values, residual);
    return values.reduce((sum, value) => sum + (residual(value) - mean) ** 2, 0) / (values.length - 1);
  };
  const all = varianceOf(strata.flatMap(({ values }) => values));
  return strata.map(({ values }) => ({ variance: values.length < 2 ? all : varianceOf(values), shift: 0 }));
}

function bitVariances(strata: readonly LabelledStratum[], lambda: number): readonly ResidualVariance[] {
  const counted = (values: readonly LabelledValue[], judge: number) => {
    const same = values.filter((value) => value.judge === judge);
    return { of: same.length, passed: same.reduce((sum, { person }) => sum + person, 0) };
  };
  const every = strata.flatMap(({ values }) => values);
  return strata.map(({ values, size }) => {
    const unseen = 1 - values.length / size;
    const cells = [0, 1].map((judge) => {
      const all = counted(every, judge);
      const own = counted(values, judge);
      const usual = (all.passed + 1) / (all.of + 2);
      const share = (own.passed + 2 * usual) / (own.of + 2);
      const part = own.of / values.length;
      const found = own.of === 0 ? 0 : own.passed / own.of;
      return { part, share, variance: part * share * (1 - share), shift: unseen * part * (share - found) };
    });
    const [failed, passed] = cells;
    const apart = (passed?.share ?? 0) - (failed?.share ?? 0) - lambda;
    return {
      variance:
        cells.reduce((sum, cell) => sum + cell.variance, 0) +
        (passed?.part ?? 0) * (failed?.part ?? 0) * apart ** 2,
      shift: cells.reduce((sum, cell) => sum + cell.shift, 0),
    };
  });
}
