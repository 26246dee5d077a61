import type { JsonValue } from "../../base/index.ts";
import type { TraitJudgement } from "../../rubric/index.ts";
import type { MetricJudgement, RubricEvaluation } from "./rubric-evaluation.ts";

type Named<Judgement> = readonly (readonly [trait: string, judgement: Judgement])[];

/** What became of each trait, by type, in the order of the traits. */
export interface RubricJudgements {
  readonly llm: Named<TraitJudgement>;
  readonly regex: Named<TraitJudgement>;
  readonly callable: Named<TraitJudgement>;
  readonly metric: Named<MetricJudgement>;
}

/** Sorts what became of the traits into scores, labels, lists, failures and warnings. */
export function collectEvaluation({
  llm,
  regex,
  callable,
  metric,
}: RubricJudgements): Omit<RubricEvaluation, "deepJudgment"> {
  const judgements = [...llm, ...regex, ...callable];
  const metrics = metric.flatMap(([trait, judgement]) => (judgement.ok ? [[trait, judgement] as const] : []));
  return {
    llmTraitScores: Object.fromEntries(llm.flatMap(([, { scores }]) => Object.entries(scores))),
    llmTraitLabels: Object.fromEntries(
      llm.flatMap(([trait, { label }]) => (label === undefined ? [] : [[trait, label]])),
    ),
    regexTraitScores: scoresThat(isBoolean, regex),
    callableTraitScores: scoresThat(isBooleanOrNumber, callable),
    metricTraitScores: Object.fromEntries(metrics.map(([trait, scores]) => [trait, { ...scores.metrics }])),
    metricTraitConfusionLists: Object.fromEntries(metrics.map(([trait, { lists }]) => [trait, lists])),
    failures: [...judgements, ...metric].flatMap(([trait, judgement]) =>
      judgement.ok ? [] : [{ trait, problem: judgement.problem }],
    ),
    warnings: judgements.flatMap(([trait, judgement]) =>
      judgement.ok && judgement.warning !== undefined ? [`Trait "${trait}": ${judgement.warning}.`] : [],
    ),
  };
}

function scoresThat<Value extends JsonValue>(
  fits: (value: JsonValue) => value is Value,
  judgements: Named<TraitJudgement>,
): { readonly [trait: string]: Value } {
  const entries = judgements.flatMap(([, { scores }]) => Object.entries(scores));
  return Object.fromEntries(
    entries.flatMap(([trait, value]): [string, Value][] => (fits(value) ? [[trait, value]] : [])),
  );
}

function isBoolean(value: JsonValue): value is boolean {
  return typeof value === "boolean";
}

function isBooleanOrNumber(value: JsonValue): value is boolean | number {
  return typeof value === "boolean" || typeof value === "number";
}
