import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  nestsDeeperThan,
  tryParseExactJson,
} from "../../base/index.ts";
import { objectSpans } from "./object-spans.ts";
import { otherReadings } from "./other-readings.ts";
import { lacksOnlyBraces, longestRepair, repairedJson, startsLikeObject } from "./repair-object.ts";

/** So many pieces in braces that are no JSON are tried, from the last one backwards. */
const mostPieces = 1000;

/** Deeper nesting than any schema asks for; it would exhaust the stack of whoever walks the value. */
const deepestNesting = 100;

/** A piece that is JSON, and which one it is. */
interface CompleteObject {
  readonly at: number;
  readonly value: JsonObject;
}

function lastCompleteObject(pieces: readonly string[]): CompleteObject | undefined {
  const first = Math.max(0, pieces.length - mostPieces);
  for (let at = pieces.length - 1; at >= first; at -= 1) {
    const value = parseJsonObject(pieces[at] ?? "");
    if (value !== undefined) return { at, value };
  }
  return undefined;
}

/** From the first brace that opens an object to the end, less a closing code fence but not its line break. */
function unclosedObject(text: string): string | undefined {
  const opening = /\{\s*["'“‘]/.exec(text);
  if (opening === null) return undefined;
  const rest = text.slice(opening.index);
  const fence = rest.lastIndexOf("\n```");
  return fence === -1 ? rest : rest.slice(0, fence + 1);
}

/**
 * What a reply may mean as a JSON object, best first: the whole text, else its objects from the last one backwards, so
 * that a draft or a quotation never stands before what the reply ends on. These are an object without its closing braces, the
 * last one with slips, both repaired, and the last complete one. An object that more than braces is missing from, and with
 * `complete` false (the reply was cut off) any without its end, is not repaired: the missing part would be made up.
 */
export function* objectCandidates(text: string, complete: boolean): Generator<JsonObject> {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  const whole = parseJson(trimmed);
  if (isJsonObject(whole)) return yield whole;
  if (typeof whole === "string") return yield* objectCandidates(whole, complete);
  const spans = objectSpans(trimmed);
  const pieces = spans.map(({ start, end }) => trimmed.slice(start, end));
  const unclosed = complete ? unclosedObject(trimmed.slice(spans.at(-1)?.end ?? 0)) : undefined;
  if (unclosed !== undefined && lacksOnlyBraces(unclosed)) yield* repaired(unclosed);
  const last = lastCompleteObject(pieces);
  const meant = pieces.findLastIndex(startsLikeObject);
  if (meant > (last?.at ?? -1)) yield* repaired(pieces[meant] ?? "");
  if (last !== undefined) yield last.value;
}

/**
 * Every object of a reply, those with slips and without their end repaired, and every other reading of those that give a key
 * several values: whether a reply says two things is not told by the one it ends on. Of very many objects the last ones.
 */
export function* statedObjects(text: string, complete: boolean): Generator<JsonObject> {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  const whole = parseJson(trimmed);
  if (isJsonObject(whole)) return yield* readings(whole, trimmed);
  if (typeof whole === "string") return yield* statedObjects(whole, complete);
  const spans = objectSpans(text);
  const unclosed = complete ? unclosedObject(text.slice(spans.at(-1)?.end ?? 0)) : undefined;
  const pieces = [...spans.map(({ start, end }) => text.slice(start, end)), ...(unclosed ? [unclosed] : [])];
  let repairable = longestRepair;
  for (const piece of pieces.slice(-mostPieces)) {
    const value = parseJsonObject(piece);
    if (value !== undefined) yield* readings(value, piece);
    else if (piece.length <= repairable && startsLikeObject(piece)) {
      repairable -= piece.length;
      const json = repairedJson(piece) ?? "";
      const mended = parseJsonObject(json);
      if (mended !== undefined) yield* readings(mended, json);
    }
  }
}

function* readings(value: JsonObject, json: string): Generator<JsonObject> {
  yield value;
  yield* otherReadings(json);
}

function* repaired(text: string): Generator<JsonObject> {
  const value = parseJsonObject(repairedJson(text) ?? "");
  if (value !== undefined) yield value;
}

/** The value of a text that is JSON from end to end and not absurdly deep; undefined otherwise. */
function parseJson(text: string): JsonValue | undefined {
  return nestsDeeperThan(text, deepestNesting) ? undefined : tryParseExactJson(text);
}

/** The object of a text that is one JSON object from end to end. */
function parseJsonObject(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return isJsonObject(value) ? value : undefined;
}
