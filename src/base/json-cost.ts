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

/** Shorter texts cannot cost too much: an object takes two characters at least. */
const short = free / (perObject / 2 + perCharacter);

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
  /** In a text that looks like JSON itself: what it holds counts as well. */
  let inJsonText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      if (inJsonText) inJsonText = false;
      else if (beginsJson(text, at + 1)) inJsonText = true;
      else at = endOfText(text, at);
    } else if (inJsonText && code === backslash) at++;
    else if (code === openObject) counts.objects++;
    else if (code === openList) counts.lists++;
    else if (code === comma) counts.entries++;
  }
  return counts;
}

/** Where the text that begins with the quotation mark at `begin` ends. */
function endOfText(text: string, begin: number): number {
  for (let at = begin; ; ) {
    at = text.indexOf('"', at + 1);
    if (at === -1) return text.length;
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before--;
    if ((at - before) % 2 === 1) return at;
  }
}

/** True for a text inside of JSON that looks like JSON itself. */
function beginsJson(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === openObject || code === openList;
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1e6);
}
