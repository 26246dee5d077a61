import { recordOf } from "../../../base/index.ts";
import { readJsonProperty } from "../../json-property.ts";
import { TraitNumber } from "../../trait-number.ts";
import type { JudgeTraitKind } from "../trait-kind.ts";
import { askMetricTraits } from "./ask.ts";
import { ConfusionLists } from "./scores.ts";
import { MetricRubricTrait } from "./trait.ts";

export const metricKind = {
  type: "metric",
  decidedBy: "judge",
  title: "Metric trait",
  schema: MetricRubricTrait,
  placeholder: { metrics: ["precision"], tpInstructions: ["placeholder"] },
  optional: ["judge"],
  results: {
    /** Metrics in 0..1 by their names; by trait. */
    scores: recordOf(TraitNumber),
    /** The texts behind the metrics: found, rightly absent, wrongly there, missing; by trait. */
    confusionLists: ConfusionLists,
  },
  listTitles: {
    confusionLists: { tp: "found", fn: "missing", fp: "wrongly there", tn: "rightly absent" },
  },
  ask: askMetricTraits,
  describe: ({ evaluationMode, metrics }) => `${evaluationMode}: ${metrics.join(", ")}`,
  ratingTerms: ["MetricRubricTrait"],
  readRating: (rating) => ({
    ...rating.fields("judge", "evaluationMode", "repeatedExtraction", "higherIsBetter", "summary"),
    metrics: readJsonProperty(rating.property("metrics")) ?? [],
    tpInstructions: readJsonProperty(rating.property("tp_instructions")) ?? undefined,
    tnInstructions: readJsonProperty(rating.property("tn_instructions")) ?? undefined,
  }),
  writeRating: (trait) => ({
    term: "MetricRubricTrait",
    best: 1,
    worst: 0,
    properties: [
      ["metrics", trait.metrics],
      ["repeated_extraction", trait.repeatedExtraction],
      ["evaluation_mode", trait.evaluationMode],
      ["higher_is_better", trait.higherIsBetter],
      ["tp_instructions", filled(trait.tpInstructions)],
      ["tn_instructions", filled(trait.tnInstructions)],
      ["summary", trait.summary ?? undefined],
      ["judge", trait.judge],
    ],
  }),
} as const satisfies JudgeTraitKind<MetricRubricTrait>;

function filled(list: readonly string[]): readonly string[] | undefined {
  return list.length === 0 ? undefined : list;
}
