import { type JsonValue, KareninaError } from "../../base/index.ts";

const LONGEST_EXCERPT = 80;

/** The error for a value that a primitive cannot compare. */
export function checkError(type: string, expected: string, found: JsonValue, cause?: unknown): KareninaError {
  const text = JSON.stringify(found);
  const excerpt = text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT)}…` : text;
  return new KareninaError("check_error", `${type}: expected ${expected}, found ${excerpt}.`, { cause });
}
