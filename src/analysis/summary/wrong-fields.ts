import { type JsonValue, ownEntry } from "../../base/index.ts";
import { outcomeOf, type VerificationResult } from "../../result/index.ts";

/** A field whose value is not what the ground truth asks for. Values are texts, or JSON; long ones are cut. */
export interface WrongField {
  readonly field: string;
  readonly expected: string;
  /** Null where the judge found nothing stated. */
  readonly found: string | null;
  /** True where the template has no other field. */
  readonly isOnly: boolean;
  /** False for fields that are checked against the trace: nothing was extracted. */
  readonly isExtracted: boolean;
}

const longestValue = 1000;
const mostFields = 10;

/** What was expected and found in the fields that are wrong, the first ten; empty where the result is not a wrong answer. */
export function wrongFields(
  result: Pick<VerificationResult, "metadata" | "template">,
): readonly WrongField[] {
  const extracted = result.template?.parsedLlmResponse;
  if (extracted === null || extracted === undefined || outcomeOf(result) !== "wrong") return [];
  const passed = result.template?.fieldResults ?? {};
  const fields = Object.entries(result.template?.parsedGtResponse ?? {});
  const isOnly = fields.length === 1;
  return fields
    .filter(([field]) => ownEntry(passed, field) !== true)
    .slice(0, mostFields)
    .map(([field, expected]) => {
      const isExtracted = Object.hasOwn(extracted, field);
      const value = extracted[field] ?? null;
      return {
        field,
        expected: valueText(expected),
        found: value === null ? null : valueText(value),
        isOnly,
        isExtracted,
      };
    });
}

/** A value as a text, cut where it is long. */
function valueText(value: JsonValue): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length <= longestValue ? text : `${text.slice(0, longestValue)}…`;
}
