import * as z from "zod";
import { type JsonValue, ownEntry } from "../../base/index.ts";
import { cellText, keysOf } from "./cell-text.ts";
import { flagOrNull, numberOrNull, text, textOrNull } from "./column.ts";
import { contextColumns, contextOf } from "./context.ts";
import { defineTable } from "./table.ts";

/** What a value is, as JSON has it. */
const ValueType = z.enum(["text", "number", "boolean", "list", "object"]);
type ValueType = z.infer<typeof ValueType>;

/** A field of a result's template. */
export const FieldRow = z.object({
  ...contextColumns,
  fieldName: text("the field of the template"),
  gtValue: textOrNull("the ground truth: texts as they are, all else as JSON"),
  llmValue: textOrNull("what the judge extracted"),
  fieldMatch: flagOrNull("whether it passed; null where the judge found no value, or nothing was compared"),
  fieldScore: numberOrNull("its share of credit in 0..1"),
  fieldType: ValueType.nullable().describe(
    `of the ground truth, else of what was extracted: ${ValueType.options.map((one) => `\`${one}\``).join(", ")}`,
  ),
});
export type FieldRow = z.infer<typeof FieldRow>;

function typeOfValue(value: JsonValue | undefined): ValueType | null {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return "list";
  if (typeof value === "object") return "object";
  return typeof value === "string" ? "text" : typeof value === "number" ? "number" : "boolean";
}

/** The fields of templates. */
export const fieldsTable = defineTable({
  name: "fields",
  about: "one row per result and field of its template",
  schema: FieldRow,
  *rowsOf(result) {
    const { parsedGtResponse, parsedLlmResponse, fieldResults, fieldScores } = result.template ?? {};
    const context = contextOf(result);
    for (const fieldName of keysOf(parsedGtResponse, parsedLlmResponse, fieldResults, fieldScores)) {
      const groundTruth = ownEntry(parsedGtResponse, fieldName);
      const extracted = ownEntry(parsedLlmResponse, fieldName);
      yield {
        ...context,
        fieldName,
        gtValue: cellText(groundTruth),
        llmValue: cellText(extracted),
        fieldMatch: ownEntry(fieldResults, fieldName) ?? null,
        fieldScore: ownEntry(fieldScores, fieldName) ?? null,
        fieldType: typeOfValue(groundTruth) ?? typeOfValue(extracted),
      };
    }
  },
});
