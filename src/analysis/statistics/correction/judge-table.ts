import { normalQuantile } from "../distributions/normal.ts";
import { type Interval, levelOf } from "../interval.ts";
import { drawsOf, type ResampleOptions } from "../resampling/bootstrap.ts";
import { defaultSeed, type RandomWords, randomWords } from "../resampling/random-words.ts";
import { type LabelledValue, strataOf } from "./labelled-sample.ts";

/** A measure with its interval; null where it is not defined. */
export interface TableMeasure {
  readonly value: number | null;
  readonly interval: Interval | null;
}

/** A judge against persons, both of whom say yes or no. */
export interface JudgeTable {
  /** Labels by what was said, unweighted. */
  readonly counts: {
    readonly bothPass: number;
    readonly onlyJudge: number;
    readonly onlyPerson: number;
    readonly bothFail: number;
  };
  readonly agreement: TableMeasure;
  /** Cohen's. */
  readonly kappa: TableMeasure;
  /** What the judge passes of what persons pass. */
  readonly truePositive: TableMeasure;
  /** What the judge fails of what persons fail. */
  readonly trueNegative: TableMeasure;
}

/**
 * How a judge that says yes or no does against persons, over the answers that a stratified sample stands for. Measures are
 * of the weighted table. Intervals are the quantiles of tables drawn from what the labels leave open: in each stratum and
 * for either word of the judge the share that persons pass is Beta(k + a, n − k + a), where the a of all strata are ½ in
 * sum and as the answers they hold (Jeffreys; L. D. Brown, T. T. Cai and A. DasGupta, "Interval estimation for a
 * binomial proportion", Statist. Sci. 16, 2001); where a stratum has both words, so is the share of either (in all of them, where no label has the other word), and so are the sizes of
 * strata, as a run of other questions would have others. They are widened to the value where that lies outside.
 *
 * @param labelled judge and person are 1 or 0
 * @example
 * judgeTable([{ judge: 1, person: 1, weight: 1, stratum: "" }]).agreement.value // 1
 */
export function judgeTable(labelled: readonly LabelledValue[], options: ResampleOptions = {}): JudgeTable {
  const level = levelOf(options);
  const draws = drawsOf({ resamples: options.resamples ?? 1000 });
  const random = randomWords(options.seed ?? defaultSeed);
  const total = strataOf(labelled).reduce((sum, { size }) => sum + size, 0);
  const strata = strataOf(labelled).map(({ values, size }) => ({
    size,
    weight: size / total,
    passed: countOf(values, 1),
    failed: countOf(values, 0),
  }));
  const held = (word: "passed" | "failed") => strata.reduce((sum, stratum) => sum + heldBy(stratum, word), 0);
  // where the judge says the same of all labels, it is open how often it would say the other word, and how rightly
  const isOpen = held("passed") === 0 || held("failed") === 0;
  const prior = { passed: 0.5 / held("passed"), failed: 0.5 / held("failed") };
  const found = measuresOf(
    strata.map(({ weight, passed, failed }) => ({
      weight,
      passed: passed.of / (passed.of + failed.of),
      ofPassed: passed.of === 0 ? 0 : passed.yes / passed.of,
      ofFailed: failed.of === 0 ? 0 : failed.yes / failed.of,
    })),
  );
  const drawn: { [Name in MeasureName]: number[] } = {
    agreement: [],
    kappa: [],
    truePositive: [],
    trueNegative: [],
  };
  for (let draw = 0; draw < draws && labelled.length > 0; draw++) {
    const measures = measuresOf(
      strata.map((stratum) => {
        const { size, passed, failed } = stratum;
        return {
          weight: drawGamma(random, size),
          passed:
            isOpen || (passed.of > 0 && failed.of > 0)
              ? drawBeta(random, passed.of + 0.5, failed.of + 0.5)
              : Number(passed.of > 0),
          ofPassed: drawShare(random, passed, prior.passed * heldBy(stratum, "passed")),
          ofFailed: drawShare(random, failed, prior.failed * heldBy(stratum, "failed")),
        };
      }),
    );
    for (const name of measureNames) if (!Number.isNaN(measures[name])) drawn[name].push(measures[name]);
  }
  const measure = (name: MeasureName): TableMeasure => {
    const value = found[name];
    if (Number.isNaN(value)) return { value: null, interval: null };
    const sorted = Float64Array.from(drawn[name]).sort();
    const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? value;
    const tail = (1 - level) / 2;
    return { value, interval: { low: Math.min(value, at(tail)), high: Math.max(value, at(1 - tail)) } };
  };
  const both = countOf(labelled, 1);
  const none = countOf(labelled, 0);
  return {
    counts: {
      bothPass: both.yes,
      onlyJudge: both.of - both.yes,
      onlyPerson: none.yes,
      bothFail: none.of - none.yes,
    },
    agreement: measure("agreement"),
    kappa: measure("kappa"),
    truePositive: measure("truePositive"),
    trueNegative: measure("trueNegative"),
  };
}

const measureNames = ["agreement", "kappa", "truePositive", "trueNegative"] as const;
type MeasureName = (typeof measureNames)[number];

interface Count {
  readonly of: number;
  /** What persons pass. */
  readonly yes: number;
}

function countOf(values: readonly LabelledValue[], judge: number): Count {
  const same = values.filter((value) => value.judge === judge);
  return { of: same.length, yes: same.filter(({ person }) => person === 1).length };
}

interface CountedStratum {
  readonly weight: number;
  readonly passed: Count;
  readonly failed: Count;
}

/** What a stratum holds of all answers with one word of the judge. */
const heldBy = ({ weight, passed, failed }: CountedStratum, word: "passed" | "failed"): number =>
  (weight * (word === "passed" ? passed : failed).of) / (passed.of + failed.of);

/** A stratum: its share of all, what the judge passes of it, and what persons pass of what the judge passes and fails. */
interface StratumShares {
  readonly weight: number;
  readonly passed: number;
  readonly ofPassed: number;
  readonly ofFailed: number;
}

function measuresOf(strata: readonly StratumShares[]): { readonly [Name in MeasureName]: number } {
  let bothPass = 0;
  let onlyJudge = 0;
  let onlyPerson = 0;
  let bothFail = 0;
  for (const { weight, passed, ofPassed, ofFailed } of strata) {
    bothPass += weight * passed * ofPassed;
    onlyJudge += weight * passed * (1 - ofPassed);
    onlyPerson += weight * (1 - passed) * ofFailed;
    bothFail += weight * (1 - passed) * (1 - ofFailed);
  }
  const all = bothPass + onlyJudge + onlyPerson + bothFail;
  const agreement = (bothPass + bothFail) / all;
  const judge = (bothPass + onlyJudge) / all;
  const person = (bothPass + onlyPerson) / all;
  const chance = judge * person + (1 - judge) * (1 - person);
  return {
    agreement,
    kappa: chance < 1 - 1e-12 ? (agreement - chance) / (1 - chance) : Number.NaN,
    truePositive: person > 0 ? bothPass / (bothPass + onlyPerson) : Number.NaN,
    trueNegative: onlyJudge + bothFail > 0 ? bothFail / (onlyJudge + bothFail) : Number.NaN,
  };
}

const drawShare = (random: RandomWords, { of, yes }: Count, prior: number): number =>
  of === 0 ? drawBeta(random, 0.5, 0.5) : drawBeta(random, yes + prior, of - yes + prior);

/** Beta(a, b) of two gammas. */
function drawBeta(random: RandomWords, a: number, b: number): number {
  const first = drawGamma(random, a);
  return first / (first + drawGamma(random, b));
}

/** A gamma by G. Marsaglia and W. W. Tsang, "A simple method for generating gamma variables", ACM Trans. Math. Softw. 26, 2000. */
function drawGamma(random: RandomWords, shape: number): number {
  const uniform = () => (random.next() + 0.5) / 2 ** 32;
  if (shape < 1) return drawGamma(random, shape + 1) * uniform() ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normalQuantile(uniform());
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}
