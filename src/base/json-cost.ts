import { KareninaError } from "./errors.ts";
import { nestsDeeperThan } from "./json-depth.ts";

/** Memory, in bytes, that JSON takes once it is read, as values and as the copies made on the way: measured. */
const perObject = 400;
const perList = 250;
const perEntry = 30;
const perCharacter = 2;

/** What any JSON may cost, and how much more for each character: real files hold mostly text. */
const free = 200e6;
const freePerCharacter = 8;
const most = 1.5e9;

/** Shorter texts cannot cost much. */
const short = 500_000;

/** More objects and lists inside one another are refused: whoever walks them could run out of stack. */
const deepest = 200;

/**
 * Refuses JSON that is nested without end, or would take far more memory than a file of its size usually does.
 *
 * @param name begins the message, such as a file's path
 * @throws KareninaError `file_unreadable`
 */
export function refuseUnsafeJson(text: string, name: string): void {
  const problem = nestsDeeperThan(text, deepest)
    ? `it is nested deeper than ${deepest} levels`
    : costlyJson(text);
  if (problem === undefined) return;
  throw new KareninaError("file_unreadable", `${name}: ${problem}.`, {
    hint: "Split it into several files, or take out what nobody reads.",
  });
}

/**
 * Why JSON is not read: it would take far more memory than a text of its size usually does, or more than a machine has.
 * Lists and objects written as JSON inside of texts count as well. Undefined for all others.
 */
export function costlyJson(text: string): string | undefined {
  if (text.length < short) return undefined;
  const { objects, lists, entries } = structureOf(text);
  const cost = objects * perObject + lists * perList + entries * perEntry + text.length * perCharacter;
  const allowed = Math.min(most, free + freePerCharacter * text.length);
  if (cost <= allowed) return undefined;
  return `its ${objects + lists} objects and lists would take about ${megabytes(cost)} MB of memory; at most ${megabytes(allowed)} MB are given to ${megabytes(text.length)} MB of JSON`;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openObject = 0x7b;
const openList = 0x5b;

function structureOf(text: string): {
  readonly objects: number;
  readonly lists: number;
  readonly entries: number;
} {
  const counts = { objects: 0, lists: 0, entries: 0 };
  let counting = true;
  let inText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inText && code === backslash) at++;
    else if (code === quote) {
      inText = !inText;
      counting = !inText || beginsJson(text, at + 1);
    } else if (counting) {
      if (code === openObject) counts.objects++;
      else if (code === openList) counts.lists++;
      else if (code === comma) counts.entries++;
    }
  }
  return counts;
}

/** True for a text inside of JSON that looks like JSON itself. */
function beginsJson(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === openObject || code === openList;
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1e6);
}
