import * as z from "zod";
import { integer, numberOrNull, text, textOrNull } from "./column.ts";
import { contextColumns, contextOf } from "./context.ts";
import { defineTable } from "./table.ts";

/** A passage that was looked up for an answer. */
export const RetrievedContextRow = z.object({
  ...contextColumns,
  retrievedIndex: integer("its place among those of the answer, from 0"),
  retrievedText: text("the passage"),
  retrievedSource: textOrNull("where it comes from"),
  retrievedId: textOrNull("by which whoever looked it up knows it"),
  retrievedScore: numberOrNull("how well it fits, in a measure of whoever looked it up"),
});
export type RetrievedContextRow = z.infer<typeof RetrievedContextRow>;

/** The passages that were looked up for answers. */
export const retrievedContextsTable = defineTable({
  name: "retrieved_contexts",
  about: "one row per result and passage that was looked up for the answer",
  schema: RetrievedContextRow,
  *rowsOf(result) {
    const context = contextOf(result);
    for (const [retrievedIndex, { text, source, id, score }] of (
      result.template?.retrievedContexts ?? []
    ).entries()) {
      yield {
        ...context,
        retrievedIndex,
        retrievedText: text,
        retrievedSource: source,
        retrievedId: id,
        retrievedScore: score,
      };
    }
  },
});
