import type { JsonValue } from "../base/index.ts";

/** Notes of a result that do not change its verdict, in the order in which they stand. */
export const caveats = [
  "partial_content",
  "embedding_override",
  "embedding_check_failed",
  "abstention_check_failed",
  "sufficiency_check_failed",
  "parse_decision_malformed",
  "rubric_incomplete",
  "infrastructure_failed",
  "retries_used",
] as const;
export type Caveat = (typeof caveats)[number];

/** Those that format 2.2 of the Python system has. */
const inPython: readonly JsonValue[] = [
  "partial_content",
  "embedding_override",
  "parse_decision_malformed",
  "retries_used",
] satisfies readonly Caveat[];

const mark = "caveat: ";

/** Caveats as format 2.2 holds them: those that it does not know are warnings. */
export function caveatsForPython(stated: readonly JsonValue[]): {
  readonly caveats: readonly JsonValue[];
  readonly warnings: readonly string[];
} {
  return {
    caveats: stated.filter((caveat) => inPython.includes(caveat)),
    warnings: stated
      .filter((caveat) => !inPython.includes(caveat))
      .map((caveat) => `${mark}${String(caveat)}`),
  };
}

/** The caveat that such a warning stands for; undefined for any other. */
export function caveatInWarning(warning: JsonValue): Caveat | undefined {
  return caveats.find((caveat) => warning === `${mark}${caveat}`);
}
