import { isJsonObject } from "../../base/index.ts";

/** So much is kept of what an application says of its own failure; results hold it several times. */
const longestReason = 2000;

/**
 * Why there is no answer, by the word of a member such as `error`; undefined: it says nothing. Nothing is also said by an empty text,
 * list or object, by `false` and by 0, which many programs write where all is well.
 */
export function toldFailure(said: unknown): string | undefined {
  const isEmpty = Array.isArray(said)
    ? said.length === 0
    : isJsonObject(said) && Object.keys(said).length === 0;
  if (!said || isEmpty) return undefined;
  return (typeof said === "string" ? said : JSON.stringify(said)).slice(0, longestReason);
}
