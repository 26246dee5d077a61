import { type JsonValue, numberOfValue } from "../../../base/index.ts";
import { checkError } from "../check-error.ts";

/** What a field may hold to be compared as a number; text such as `"2.3e1"` is read as one. */
export type NumericValue = number | string | null;

/** The value as a number. Throws `KareninaError` with code `check_error` where it is none; NaN is none. */
export function numericValue(type: string, value: JsonValue): number {
  const number = numberOfValue(value);
  if (number === undefined || Number.isNaN(number)) throw checkError(type, "a number", value);
  return number;
}

/** What is wrong with a ground truth that must be a number: no or one sentence. Booleans are not accepted. */
export function numericGroundTruthProblems(groundTruth: JsonValue): readonly string[] {
  const number = typeof groundTruth === "boolean" ? undefined : numberOfValue(groundTruth);
  return number === undefined || Number.isNaN(number)
    ? [`expected a number, found ${JSON.stringify(groundTruth)}`]
    : [];
}
