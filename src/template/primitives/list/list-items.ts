import { isJsonObject, type JsonValue } from "../../../base/index.ts";
import { checkError } from "../check-error.ts";
import { inexactNumberProblems } from "../exact-numbers.ts";

/** What a list field may hold to be compared item by item. */
export type ListValue = readonly (string | number | boolean)[] | null;

/** The items of a list; text counts as the list of its characters. Throws `check_error` for anything else. */
export function listItems(type: string, value: JsonValue): readonly JsonValue[] {
  if (typeof value === "string") return Array.from(value);
  if (typeof value !== "object" || value === null || isJsonObject(value))
    throw checkError(type, "a list", value);
  return value;
}

/** What is wrong with a ground truth that must be a list: no or one sentence. */
export function listGroundTruthProblems(groundTruth: JsonValue): readonly string[] {
  return Array.isArray(groundTruth) || typeof groundTruth === "string"
    ? inexactNumberProblems(groundTruth)
    : [`expected a list, found ${JSON.stringify(groundTruth)}`];
}
