import { isJsonObject, type JsonObject, type JsonValue } from "../base/index.ts";
import { FailureCategory, failureGroup, longestReason } from "./failure.ts";

/** What format 2.2 of the Python system calls the failures that it does not know. */
const nearest: ReadonlyMap<JsonValue | undefined, FailureCategory> = new Map([
  ["empty_response", "abstention"],
  ["no_final_message", "abstention"],
  ["authentication", "unexpected_error"],
  ["invalid_request", "unexpected_error"],
  ["recording_missing", "unexpected_error"],
  ["configuration", "unexpected_error"],
]);

/** Where the category stands that was here. */
const ownCategory = "karenina_category";

/** The category of format 2.2 for one of ours. */
export const categoryForPython = (category: JsonValue | undefined): JsonValue =>
  nearest.get(category) ?? category ?? null;

/** A stored failure as format 2.2 has it: a category that it does not know is in `details`, the reason has 500 characters. */
export function failureForPython(failure: JsonObject, error: JsonValue | undefined): JsonObject {
  const { category, reason, details } = failure;
  const known = isJsonObject(details) ? details : {};
  const further = {
    ...(nearest.has(category) && { [ownCategory]: category ?? null }),
    ...(typeof error === "string" &&
      error !== reason &&
      known.error_message === undefined && { error_message: error }),
  };
  return {
    ...failure,
    category: categoryForPython(category),
    reason: Array.from(String(reason)).slice(0, longestReason).join(""),
    details: Object.keys(further).length === 0 ? (details ?? null) : { ...known, ...further },
  };
}

/** Such a failure with the category that it had here. */
export function failureFromPython(failure: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(failure) || !isJsonObject(failure.details)) return failure;
  const { [ownCategory]: own, ...details } = failure.details;
  const category = FailureCategory.safeParse(own);
  if (!category.success || nearest.get(category.data) !== failure.category) return failure;
  return {
    ...failure,
    category: category.data,
    group: failureGroup(category.data),
    details: Object.keys(details).length === 0 ? null : details,
  };
}
