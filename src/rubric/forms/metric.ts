import type { JsonSchema } from "../../base/index.ts";
import { type Bucket, type MetricRubricTrait, modeBuckets } from "../traits/metric.ts";
import { acceptConfusionLists, type ConfusionLists } from "../traits/metric-scores.ts";
import { closedObject, type JudgeForm } from "./judge-form.ts";

/**
 * Asks for the buckets of a metric trait: `{ tp, fn, fp }`, and `tn` in mode `full_matrix`. A bucket the reply leaves out
 * is empty; one it adds is kept.
 */
export function metricForm(trait: MetricRubricTrait): JudgeForm<ConfusionLists> {
  const texts: JsonSchema = { type: "array", items: { type: "string" } };
  const buckets = modeBuckets[trait.evaluationMode].map((bucket: Bucket) => [bucket, texts] as const);
  return {
    name: "trait_findings",
    schema: closedObject(Object.fromEntries(buckets)),
    accept: acceptConfusionLists,
  };
}
