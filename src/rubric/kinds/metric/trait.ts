import * as z from "zod";
import type { FieldProblem } from "../../values/value-type.ts";
import { judgedSource, reportProblems, traitTexts } from "../trait-fields.ts";

/** What a metric is computed from: true and false, positive and negative. */
export type Bucket = "tp" | "tn" | "fp" | "fn";

/** Numbers made of the sizes of the buckets. */
export const MetricName = z.enum(["precision", "recall", "specificity", "accuracy", "f1"]);
export type MetricName = z.infer<typeof MetricName>;

/** `tp_only`: only what the answer should hold is described; `full_matrix`: what it should not hold, too. */
export const MetricMode = z.enum(["tp_only", "full_matrix"]);
export type MetricMode = z.infer<typeof MetricMode>;

/** The buckets a judge fills in each mode. */
export const modeBuckets: { readonly [Mode in MetricMode]: readonly Bucket[] } = {
  tp_only: ["tp", "fn", "fp"],
  full_matrix: ["tp", "fn", "fp", "tn"],
};

/** The buckets a metric needs. */
const metricBuckets: { readonly [Metric in MetricName]: readonly Bucket[] } = {
  precision: ["tp", "fp"],
  recall: ["tp", "fn"],
  specificity: ["tn", "fp"],
  accuracy: ["tp", "tn", "fp", "fn"],
  f1: ["tp", "fp", "fn"],
};

const Instructions = z.array(z.string()).readonly().default([]);

const fields = z.strictObject({
  type: z.literal("metric").default("metric"),
  ...traitTexts,
  ...judgedSource,
  evaluationMode: MetricMode.default("tp_only"),
  metrics: z.array(MetricName).readonly(),
  /** What the answer should hold, one instruction each. */
  tpInstructions: Instructions,
  /** What the answer should not hold. Not used by `tp_only`. */
  tnInstructions: Instructions,
  /** True: what stands twice in a bucket counts once. The name is the file format's. */
  repeatedExtraction: z.boolean().default(true),
  higherIsBetter: z.boolean().nullable().default(null),
});

/** How completely and how cleanly an answer holds what it should. Authors write {@link metricTrait}. */
export const MetricRubricTrait = fields.superRefine(reportProblems(metricProblems)).readonly();
export type MetricRubricTrait = z.infer<typeof MetricRubricTrait>;

function metricProblems(trait: z.infer<typeof fields>): readonly FieldProblem[] {
  const { metrics, evaluationMode: mode, tpInstructions, tnInstructions } = trait;
  const impossible = metrics.filter((metric) =>
    metricBuckets[metric].some((bucket) => !modeBuckets[mode].includes(bucket)),
  );
  return [
    ...(metrics.length === 0 ? [{ field: "metrics", message: "expected at least one metric" }] : []),
    ...impossible.map((metric) => ({
      field: "metrics",
      message: `${metric} needs true negatives, which only evaluation mode full_matrix has`,
    })),
    ...(tpInstructions.length === 0
      ? [{ field: "tpInstructions", message: "expected at least one instruction" }]
      : []),
    ...(mode === "full_matrix" && tnInstructions.length === 0
      ? [{ field: "tnInstructions", message: "expected at least one instruction in mode full_matrix" }]
      : []),
  ];
}
