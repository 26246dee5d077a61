import * as z from "zod";
import { TraitNumber } from "../../trait-number.ts";
import type { JudgeTraitKind } from "../trait-kind.ts";
import { askRetrievalTraits, whyNotMeasured } from "./ask.ts";
import { RetrievalCounts, RetrievalFinding } from "./findings.ts";
import { RetrievalRubricTrait } from "./trait.ts";

export const retrievalKind = {
  type: "retrieval",
  decidedBy: "judge",
  title: "Retrieval trait",
  schema: RetrievalRubricTrait,
  placeholder: { measure: "faithfulness" },
  results: {
    /** The share or mean in 0..1 that the trait measures; by trait. */
    scores: TraitNumber,
    /** What the score is a share of; by trait. */
    counts: RetrievalCounts,
    /** The claims, quotations or passages behind the score; by trait. */
    findings: z.array(RetrievalFinding).readonly(),
  },
  ask: askRetrievalTraits,
  whyNotJudged: whyNotMeasured,
  describe: ({ measure }) => measure,
  scale: { min: 0, max: 1 },
  ratingTerms: [],
  borrowed: { term: "RubricTrait", type: "llm", property: "retrieval_measure" },
  readRating: (rating) => ({
    ...rating.fields("higherIsBetter", "summary"),
    measure: rating.property("retrieval_measure"),
  }),
  writeRating: (trait) => ({
    term: "RubricTrait",
    best: 1,
    worst: 0,
    properties: [
      ["retrieval_measure", trait.measure],
      ["higher_is_better", trait.higherIsBetter],
      ["summary", trait.summary ?? undefined],
    ],
  }),
  propertyNames: { measure: ["retrieval_measure"] },
} as const satisfies JudgeTraitKind<RetrievalRubricTrait>;
