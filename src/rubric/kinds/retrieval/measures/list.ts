import type { Measure } from "../measure.ts";
import type { RetrievalMeasure } from "../trait.ts";
import { contextPrecisionMeasure } from "./context-precision.ts";
import { contextRelevanceMeasure } from "./context-relevance.ts";
import { contextRecallMeasure, faithfulnessMeasure } from "./of-claims.ts";

/** What can be measured. */
export const measures: { readonly [Name in RetrievalMeasure]: Measure } = {
  faithfulness: faithfulnessMeasure,
  context_recall: contextRecallMeasure,
  context_relevance: contextRelevanceMeasure,
  context_precision: contextPrecisionMeasure,
};
