import { costlyJson, isJsonObject, type JsonObject, KareninaError, tryParseJson } from "../../base/index.ts";
import type { TextLine } from "./read-lines.ts";

/** A line of a log, read as JSON. */
interface LineEntry {
  readonly task: string;
  /** Where the question stands in the run, from 0; null in logs of before. */
  readonly place: number | null;
  readonly result: JsonObject;
}

/** The part of a line that reading an entry needs. */
export type EntryLine = Pick<TextLine, "text" | "number">;

/** A line's task and its result as JSON; the whole line is read, so that damage is found before anyone relies on it. */
export function parseEntry(line: EntryLine, file: string): LineEntry {
  const costly = costlyJson(line.text);
  if (costly !== undefined) throw damaged(line, file, costly);
  const json = tryParseJson(line.text);
  if (json === undefined) throw damaged(line, file, "it is not JSON");
  if (!isJsonObject(json)) throw damaged(line, file, "it is not a JSON object");
  const { task, place = null, result } = json;
  if (typeof task !== "string") throw damaged(line, file, 'it has no "task"');
  if (!isJsonObject(result)) throw damaged(line, file, 'it has no "result"');
  const isPlace = typeof place === "number" && Number.isSafeInteger(place) && place >= 0;
  if (place !== null && !isPlace) throw damaged(line, file, 'its "place" is no whole number from 0');
  return { task, place: isPlace ? place : null, result };
}

/** True when a line is a whole entry, although its line end may be missing. */
export function isWholeEntry(text: string): boolean {
  return costlyJson(text) === undefined && isJsonObject(tryParseJson(text));
}

const start = '{"task":"';
const quote = 0x22;
const brace = 0x7d;

/**
 * Task and place of a line as this program writes them, in front of a result that is not looked at; undefined for any
 * other line, and for tasks that JSON escapes.
 */
export function entryHead(line: Buffer): Omit<LineEntry, "result"> | undefined {
  if (line.at(-1) !== brace || line.at(-2) !== brace) return undefined;
  if (line.toString("latin1", 0, start.length) !== start) return undefined;
  const end = line.indexOf(quote, start.length);
  if (end === -1) return undefined;
  const task = line.toString("utf8", start.length, end);
  const rest = /^",(?:"place":(0|[1-9]\d{0,14}),)?"result":\{/.exec(line.toString("latin1", end, end + 40));
  if (task.includes("\\") || rest === null) return undefined;
  return { task, place: rest[1] === undefined ? null : Number(rest[1]) };
}

/** The error for a line that is no entry. */
export function damaged(line: Pick<EntryLine, "number">, file: string, reason: string): KareninaError {
  return new KareninaError("file_unreadable", `${file} line ${line.number} is damaged: ${reason}.`, {
    hint: "Remove the line to go on without that result.",
  });
}
