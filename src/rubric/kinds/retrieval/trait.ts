import * as z from "zod";
import { traitTexts } from "../trait-fields.ts";

/** What of a retrieval is measured; the formulas are in docs/retrieval.md. */
export const RetrievalMeasure = z.enum([
  "faithfulness",
  "context_recall",
  "context_relevance",
  "context_precision",
]);
export type RetrievalMeasure = z.infer<typeof RetrievalMeasure>;

/**
 * How well an answer and the passages that were looked up for it go together, as a number in 0..1 that code computes from
 * what a judge finds. Authors write {@link faithfulness} and its siblings.
 */
export const RetrievalRubricTrait = z
  .strictObject({
    type: z.literal("retrieval").default("retrieval"),
    ...traitTexts,
    measure: RetrievalMeasure,
    higherIsBetter: z.boolean().nullable().default(true),
  })
  .readonly();
export type RetrievalRubricTrait = z.infer<typeof RetrievalRubricTrait>;
