import type { JsonValue } from "../../base/index.ts";

/**
 * What is wrong with a ground truth that values must equal: whole numbers beyond 2^53 lose their last digits, so that
 * different ones would count as equal. No or one sentence.
 */
export function inexactNumberProblems(groundTruth: JsonValue): readonly string[] {
  const inexact = numbersIn(groundTruth).find((number) => Math.abs(number) > Number.MAX_SAFE_INTEGER);
  return inexact === undefined
    ? []
    : [
        `expected a number within ±${Number.MAX_SAFE_INTEGER}, found ${inexact}: larger ones lose their last digits; ` +
          "compare them as text (z.string() with exactMatch) or with a numericTolerance of more than 0",
      ];
}

function numbersIn(value: JsonValue): readonly number[] {
  if (typeof value === "number") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}
