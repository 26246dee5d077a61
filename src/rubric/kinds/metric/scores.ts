import * as z from "zod";
import { describeValue, isJsonObject, type JsonValue, stripWhiteSpace } from "../../../base/index.ts";
import type { Bucket, MetricName, MetricRubricTrait } from "./trait.ts";

const Items = z.array(z.string()).readonly();
const items = (about: string) => Items.default([]).describe(about);

/** What a judge found, in four lists of short texts; a list that is left out is empty. */
export const ConfusionLists = z
  .object({
    tp: items("Found in the answer, rightly (true positives)."),
    tn: items("Rightly absent from the answer (true negatives)."),
    fp: items("In the answer, wrongly (false positives)."),
    fn: items("Missing from the answer (false negatives)."),
  })
  .readonly();
export type ConfusionLists = z.infer<typeof ConfusionLists>;

/** A metric trait's lists and the metrics it asks for. */
export interface MetricScores {
  readonly lists: ConfusionLists;
  readonly metrics: { readonly [Metric in MetricName]?: number };
}

const buckets: readonly Bucket[] = ["tp", "tn", "fp", "fn"];

/**
 * The requested metrics from the sizes of the lists:
 *
 * - precision = tp / (tp + fp), recall = tp / (tp + fn), specificity = tn / (tn + fp);
 * - accuracy = (tp + tn) / (tp + tn + fp + fn);
 * - f1 = 2 · precision · recall / (precision + recall).
 *
 * Where a denominator is 0, the metric is 0. With `repeatedExtraction`, texts of one list that differ only in case and
 * outer white space count once, the first stays, and blank ones are dropped; without it, lists count as they are.
 *
 * @example
 * computeMetrics(trait, { tp: ["BCL2", "bcl2 "], fp: ["BAX"], fn: [], tn: [] })
 * // { lists: { tp: ["BCL2"], fp: ["BAX"], … }, metrics: { precision: 0.5 } }
 */
export function computeMetrics(trait: MetricRubricTrait, found: ConfusionLists): MetricScores {
  const lists = trait.repeatedExtraction ? mapLists(found, withoutRepeats) : found;
  const metrics = trait.metrics.map((metric) => [metric, formulas[metric](lists)] as const);
  return { lists, metrics: Object.fromEntries(metrics) };
}

/** A judge's lists, a missing one as empty; or what is wrong with them. */
export function acceptConfusionLists(
  json: JsonValue,
):
  | { readonly ok: true; readonly value: ConfusionLists }
  | { readonly ok: false; readonly problems: readonly string[] } {
  if (!isJsonObject(json))
    return { ok: false, problems: [`expected a JSON object, found ${describeValue(json)}`] };
  const read = ConfusionLists.safeParse(json);
  if (read.success) return { ok: true, value: read.data };
  const names = [...new Set(read.error.issues.map(({ path }) => String(path[0])))];
  const problems = names.map((name) => `${name}: expected a list of texts, found ${foundIn(json[name])}`);
  return { ok: false, problems };
}

function foundIn(value: JsonValue | undefined): string {
  const stranger = Array.isArray(value)
    ? value.find((item: JsonValue) => typeof item !== "string")
    : undefined;
  return stranger === undefined ? describeValue(value) : `a list with ${describeValue(stranger)}`;
}

const formulas: { readonly [Metric in MetricName]: (lists: ConfusionLists) => number } = {
  precision: ({ tp, fp }) => ratio(tp.length, tp.length + fp.length),
  recall: ({ tp, fn }) => ratio(tp.length, tp.length + fn.length),
  specificity: ({ tn, fp }) => ratio(tn.length, tn.length + fp.length),
  accuracy: ({ tp, tn, fp, fn }) =>
    ratio(tp.length + tn.length, tp.length + tn.length + fp.length + fn.length),
  f1(lists) {
    const precision = formulas.precision(lists);
    const recall = formulas.recall(lists);
    return ratio(2 * precision * recall, precision + recall);
  },
};

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function mapLists(
  lists: ConfusionLists,
  change: (list: readonly string[]) => readonly string[],
): ConfusionLists {
  const changed = buckets.map((bucket) => [bucket, change(lists[bucket])] as const);
  return { ...lists, ...Object.fromEntries(changed) };
}

function withoutRepeats(list: readonly string[]): readonly string[] {
  const seen = new Set<string>([""]);
  return list.filter((text) => {
    const key = stripWhiteSpace(text).toLowerCase();
    return seen.has(key) ? false : seen.add(key);
  });
}
