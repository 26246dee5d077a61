import * as z from "zod";
import { RetrievalMeasure } from "./trait.ts";

const text = (about: string) => z.string().nullable().default(null).describe(about);
const place = (about: string) => z.int().nullable().default(null).describe(about);

/** One thing that a judge found about an answer and its passages, and what code made of it. */
export const RetrievalFinding = z.object({
  text: z
    .string()
    .describe(
      "The claim in the judge's words; of measures of passages alone what it quoted, or why a passage is useful or not.",
    ),
  counts: z
    .boolean()
    .describe(
      "True: it counts for the score: a claim that is supported, a quotation or a passage that is of use.",
    ),
  sentence: text("Of a claim: the sentence that makes it, word for word."),
  start: place(
    "Where that starts in the final message, or in the reference answer for `context_recall`, in UTF-16 units.",
  ),
  end: place("Where it ends, in UTF-16 units; this unit is not part of it."),
  context: place("The passage it is about, from 1 in their order; null: none."),
  quote: text("The words of that passage that support it, as they stand there."),
  quoteStart: place("Where those start in the passage, in UTF-16 units."),
  quoteEnd: place("Where they end, in UTF-16 units; this unit is not part of them."),
  reason: text("Why it does not count."),
});
export type RetrievalFinding = z.infer<typeof RetrievalFinding>;

/** What a score is made of. */
export const RetrievalCounts = z.object({
  measure: RetrievalMeasure.describe("What is measured."),
  counted: z.int().describe("How many count: claims, sentences or passages."),
  of: z.int().describe("Of so many."),
});

/** A finding about which nothing else is known. */
export function finding(given: Partial<RetrievalFinding> & Pick<RetrievalFinding, "text" | "counts">) {
  return RetrievalFinding.parse(given);
}
