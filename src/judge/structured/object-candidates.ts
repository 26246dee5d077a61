import type { JsonObject } from "../../base/index.ts";
import { isJsonObject } from "../../base/index.ts";
import { objectSpans } from "./object-spans.ts";
import { parseJson, parseJsonObject } from "./parse-json.ts";
import { repairObject, startsLikeObject } from "./repair-object.ts";

/** So many pieces in braces that are no JSON are tried, from the last one backwards. */
const mostPieces = 1000;

function lastCompleteObject(pieces: readonly string[]): JsonObject | undefined {
  for (const piece of pieces.slice(-mostPieces).toReversed()) {
    const value = parseJsonObject(piece);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** From the first brace that opens an object to the end, less a closing code fence. */
function unclosedObject(text: string): string | undefined {
  const opening = /\{\s*["'“‘]/.exec(text);
  if (opening === null) return undefined;
  const rest = text.slice(opening.index);
  const fence = rest.lastIndexOf("\n```");
  return fence === -1 ? rest : rest.slice(0, fence);
}

/**
 * What a reply may mean as a JSON object, best first: the whole text, the last complete object in it, what repair
 * makes of its last object. With `complete` false (the reply was cut off) an object without its end is not repaired:
 * the missing part would be made up.
 */
export function* objectCandidates(text: string, complete: boolean): Generator<JsonObject> {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  const whole = parseJson(trimmed);
  if (isJsonObject(whole)) return yield whole;
  if (typeof whole === "string") return yield* objectCandidates(whole, complete);
  const pieces = objectSpans(trimmed).map(({ start, end }) => trimmed.slice(start, end));
  const last = lastCompleteObject(pieces);
  if (last !== undefined) yield last;
  const meant = pieces.findLast(startsLikeObject) ?? (complete ? unclosedObject(trimmed) : undefined);
  const repaired = meant === undefined ? undefined : repairObject(meant);
  if (repaired !== undefined) yield repaired;
}
