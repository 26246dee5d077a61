import { authorTrait, type JudgedText, type TraitTexts } from "../author-trait.ts";
import { metricKind } from "./kind.ts";
import type { MetricMode, MetricName, MetricRubricTrait } from "./trait.ts";

/** What the author of a metric trait says. */
export interface MetricTraitInput extends TraitTexts, JudgedText {
  /** Default `tp_only`. */
  readonly evaluationMode?: MetricMode;
  /** At least one; `specificity` and `accuracy` need mode `full_matrix`. */
  readonly metrics: readonly MetricName[];
  /** What the answer should hold, one instruction each. */
  readonly tpInstructions: readonly string[];
  /** What the answer should not hold; needed by mode `full_matrix`. */
  readonly tnInstructions?: readonly string[];
  /** True, the default: what stands twice in a bucket counts once. */
  readonly repeatedExtraction?: boolean;
  /** Default null. */
  readonly higherIsBetter?: boolean | null;
}

/**
 * How completely and how cleanly an answer holds what it should.
 *
 * @example
 * metricTrait({
 *   name: "side_effects",
 *   metrics: ["precision", "recall", "f1"],
 *   tpInstructions: ["mentions nausea", "mentions neutropenia"],
 * })
 *
 * @throws KareninaError `invalid_input`, naming the trait and every field that is wrong
 */
export function metricTrait(input: MetricTraitInput): MetricRubricTrait {
  return authorTrait(metricKind, input);
}
