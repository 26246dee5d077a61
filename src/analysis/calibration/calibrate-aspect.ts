import { cohenKappa } from "../statistics/agreement/cohen-kappa.ts";
import { judgeTable } from "../statistics/correction/judge-table.ts";
import type { LabelledValue } from "../statistics/correction/labelled-sample.ts";
import { type PredictionPowered, predictionPowered } from "../statistics/correction/prediction-powered.ts";
import { clusteredRate } from "../statistics/rates/clustered-rate.ts";
import { bootstrapMean } from "../statistics/resampling/bootstrap.ts";
import type { AspectCalibration } from "./calibration.ts";
import type { PersonsOpinion } from "./persons.ts";
import type { RatedAspect } from "./rated-answer.ts";

type Value = RatedAspect["value"];

/** What a judge said in one respect of all answers, and persons of some. */
export interface GatheredAspect extends Pick<AspectCalibration, "kind" | "name"> {
  readonly values: Value[];
  /** The question of each. */
  readonly questions: string[];
  readonly matched: MatchedLabel[];
}

/** A judge and persons on one answer. */
export interface MatchedLabel {
  readonly item: string;
  readonly opinion: PersonsOpinion;
  readonly judge: Value;
  readonly result: string;
  readonly question: string;
  readonly read: string | null;
  readonly expected: string | null;
  readonly evidence: string | null;
}

/** Whether both say the same; a number the same when the mean of raters is nearest to it. */
export const isAlike = (judge: Value, person: Value): boolean =>
  typeof judge === "number" && typeof person === "number"
    ? Math.abs(judge - person) <= 0.5
    : judge === person;

/** Works out all figures of one judge in one respect. */
export function calibrateAspect(aspect: GatheredAspect, examples: number): AspectCalibration {
  const { kind, name, values, questions, matched } = aspect;
  const pairs = matched.flatMap((one) => {
    const { value } = one.opinion;
    return value === null ? [] : [{ ...one, person: value }];
  });
  const form: AspectCalibration["form"] =
    typeof values[0] === "boolean" ? "yes/no" : typeof values[0] === "number" ? "number" : "class";
  const labelled = (of: (pair: (typeof pairs)[number]) => Pick<LabelledValue, "judge" | "person">) =>
    pairs.map((pair) => ({
      ...of(pair),
      weight: pair.opinion.weight,
      stratum: pair.opinion.label.stratum,
    }));
  const wrong = pairs.filter(({ judge, person }) => !isAlike(judge, person));
  const common = {
    ...{ kind, name, form, answers: values.length, labelled: pairs.length },
    open: matched.filter(
      ({ opinion: { value, label, said } }) => value === null && (said.length > 0 || label.isUnsure),
    ).length,
    disagreements: wrong
      .slice(0, examples)
      .map(({ result, question, opinion, judge, read, expected, evidence }) => ({
        ...{ result, question, judge, read, expected, evidence },
        persons: [...opinion.said],
      })),
  } as const;
  if (form === "yes/no") {
    const bits = labelled(({ judge, person }) => ({ judge: Number(judge), person: Number(person) }));
    const judged = values.map(Number);
    const table = judgeTable(bits);
    const [positive, negative] = [table.truePositive.value, table.trueNegative.value];
    const gain = (positive ?? 0) + (negative ?? 0) - 1;
    const isKnown = positive !== null && negative !== null && gain > 0;
    const estimate = (options: Parameters<typeof predictionPowered>[1]) =>
      correctedOf(
        predictionPowered({ judged, clusters: questions, labelled: bits }, { ...options, binary: true }),
      );
    return {
      ...common,
      ...table,
      raw: rawRate(values, questions),
      roganGladen: isKnown ? estimate({ lambda: 1 / gain }) : null,
      predictionPowered: estimate({}),
    };
  }
  const alike = judgeTable(
    labelled(({ judge, person }) => ({ judge: 1, person: isAlike(judge, person) ? 1 : 0 })),
  );
  const isNumber = form === "number";
  const numbers = isNumber ? values.map(Number) : [];
  const { value, interval } = cohenKappa(
    pairs.map(({ judge, person }) => [wordOf(judge), wordOf(person)] as const),
    { weights: isNumber ? "quadratic" : "none", resamples: 1000 },
  );
  const scores = labelled(({ judge, person }) => ({ judge: Number(judge), person: Number(person) }));
  const mean = bootstrapMean({ values: numbers, clusters: questions }, { resamples: 2000 });
  return {
    ...common,
    counts: null,
    agreement: alike.agreement,
    kappa: { value, interval },
    ...{ truePositive: null, trueNegative: null, roganGladen: null },
    raw: isNumber ? { value: mean.mean, interval: mean.interval } : { value: null, interval: null },
    predictionPowered: isNumber
      ? correctedOf(
          predictionPowered({ judged: numbers, clusters: questions, labelled: scores }, { binary: false }),
        )
      : null,
  };
}

const wordOf = (value: Value): string | number => (typeof value === "boolean" ? String(value) : value);

const correctedOf = (found: PredictionPowered | null): AspectCalibration["predictionPowered"] =>
  found && { value: found.value, interval: found.interval, moreLabels: found.moreLabels };

function rawRate(values: readonly Value[], questions: readonly string[]): AspectCalibration["raw"] {
  const clusters = new Map<string, { passed: number; of: number }>();
  for (const [at, value] of values.entries()) {
    const cluster = clusters.get(questions[at] ?? "") ?? { passed: 0, of: 0 };
    clusters.set(questions[at] ?? "", cluster);
    cluster.passed += Number(value);
    cluster.of += 1;
  }
  const { rate, interval } = clusteredRate(clusters.values());
  return { value: rate, interval };
}
