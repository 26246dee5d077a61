import { isJsonObject, type JsonObject, type JsonValue, tryParseJson } from "../../base/index.ts";
import { maximumDepth } from "./parse-json.ts";

/** A text laid out as programs write this format, whose root has a long list. */
export interface PlainList {
  /** The root, with an empty list. */
  readonly root: JsonObject;
  /** The members of the list, one after the other, each read when it is asked for; undefined for one that is laid out otherwise. */
  readonly items: Iterable<JsonValue | undefined>;
}

/**
 * Reads a text that is laid out as programs write this format: with two blanks of indent, each key once, numbers as JavaScript
 * spells them. A value says all that such a text says, and is read many times as quickly as a tree; and the members of the list can be read
 * one by one, so that they need not all be there at once. Undefined for any other text.
 *
 * @param key of the root's list
 */
export function parsePlainList(text: string, key: string): PlainList | undefined {
  if (!text.startsWith('{\n  "')) return undefined;
  // no text of JSON has a line end in it, so that this is the root's own
  const opening = `\n  ${JSON.stringify(key)}: [`;
  const at = text.indexOf(opening);
  const start = at + opening.length;
  const end = text.startsWith("]", start) ? start : text.indexOf(closing, start);
  if (at === -1 || end === -1) return undefined;
  const root = plainValue(text.slice(0, start) + text.slice(end === start ? end : end + closing.length - 1));
  if (!isJsonObject(root)) return undefined;
  return { root, items: { [Symbol.iterator]: () => itemsBetween(text, start, end) } };
}

/** What ends the list of a root, and one of its members. */
const [closing, itemEnd] = ["\n  ]", "\n    }"];
/** What stands before and behind the only member of such a list. */
const [head, tail] = ['{\n  "": [', `${closing}\n}`];

function* itemsBetween(text: string, start: number, end: number): Generator<JsonValue | undefined> {
  for (let from = start; from < end; ) {
    const last = text.indexOf(itemEnd, from) + itemEnd.length;
    if (last < from + itemEnd.length || last > end) return yield undefined;
    const written = text.slice(from, last);
    yield plainMember(written);
    if (last === end) return;
    if (text[last] !== ",") return yield undefined;
    from = last + 1;
  }
}

function plainMember(written: string): JsonValue | undefined {
  const value = tryParseJson(written);
  if (value === undefined || indentOf(value, 3) > written.length) return undefined;
  const again = JSON.stringify({ "": [value] }, null, 2);
  const isSame = again.length === head.length + written.length + tail.length;
  return isSame && again.startsWith(written, head.length) ? value : undefined;
}

function plainValue(text: string): JsonValue | undefined {
  const value = tryParseJson(text);
  if (value === undefined || indentOf(value) > text.length) return undefined;
  const written = JSON.stringify(value, null, 2);
  return text === written || text === `${written}\n` ? value : undefined;
}

/** How many blanks at least stand before the members of a value where each has a line of its own; infinite: it is nested deeper than is read. */
function indentOf(value: JsonValue, level = 1): number {
  if (typeof value !== "object" || value === null) return 0;
  if (level > maximumDepth) return Number.POSITIVE_INFINITY;
  let blanks = 0;
  for (const member of Object.values(value)) blanks += 2 * level + indentOf(member, level + 1);
  return blanks;
}
