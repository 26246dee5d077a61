import { open } from "node:fs/promises";
import { costlyJson, isJsonObject, type JsonObject, KareninaError, tryParseJson } from "../../base/index.ts";
import { resultFromJson } from "../result-json.ts";
import type { VerificationResult } from "../verification-result.ts";
import { logFormat, parseLogHeader, type ReadLogHeader } from "./log-header.ts";
import { readLines, type TextLine, unreadable } from "./read-lines.ts";

/** One finished task of a log. */
interface ResultLogEntry {
  readonly task: string;
  /** Where the question stands in the run, from 0; null in logs of before. */
  readonly place: number | null;
  readonly result: VerificationResult;
}

/** What a log holds, without its results. */
interface ResultLogScan {
  readonly header: ReadLogHeader;
  /** The line of each finished task; a later line for the same task has replaced earlier ones. */
  readonly lineOfTask: ReadonlyMap<string, number>;
  /** The number of a last line that was cut off while it was written; null when there is none. */
  readonly tornLine: number | null;
}

/** How to read a log. */
export interface ReadLogOptions {
  /** Told the number of a torn last line, which is left out. */
  readonly onTornLine?: (line: number) => void;
  /**
   * Tasks in the order in which their entries are wanted; entries of other tasks follow in the log's order. Default: all
   * in the order of their last lines. Keeps the place of each entry in memory, not its result.
   */
  readonly orderedBy?: Iterable<string>;
}

/**
 * The header and the finished tasks of a log, without decoding results. Throws `file_not_found`, `file_unreadable`
 * (naming a damaged line), `invalid_input` (another kind of file) or `format_from_future`.
 */
export async function scanResultLog(file: string): Promise<ResultLogScan> {
  const { header, places, tornLine } = await indexLog(file);
  return {
    header,
    lineOfTask: new Map(Array.from(places, ([task, { number }]) => [task, number])),
    tornLine,
  };
}

/** Where a line stands. */
type LinePlace = Pick<TextLine, "number" | "start" | "length">;

interface LogIndex {
  readonly header: ReadLogHeader;
  /** The last line of each finished task. */
  readonly places: ReadonlyMap<string, LinePlace>;
  readonly tornLine: number | null;
}

async function indexLog(file: string): Promise<LogIndex> {
  let header: ReadLogHeader | undefined;
  let tornLine: number | null = null;
  const places = new Map<string, LinePlace>();
  for await (const line of readLines(file)) {
    const { number, start, length } = line;
    if (header === undefined) header = parseLogHeader(line.text, file);
    else if (!line.ended && !isWholeEntry(line.text)) tornLine = number;
    else if (line.text !== "") places.set(parseEntry(line, file).task, { number, start, length });
  }
  if (header === undefined) throw emptyLog(file);
  return { header, places, tornLine };
}

/** The first line of a log, whatever follows it. See {@link scanResultLog} for errors. */
export async function readResultLogHeader(file: string): Promise<ReadLogHeader> {
  const first = await firstLine(file);
  if (first.text === "") throw emptyLog(file);
  return parseLogHeader(first.text, file);
}

/** The finished tasks of a log with their results, one at a time. See {@link scanResultLog} for errors. */
export async function* readResultLogEntries(
  file: string,
  options: ReadLogOptions = {},
): AsyncGenerator<ResultLogEntry> {
  const { places, tornLine } = await indexLog(file);
  if (tornLine !== null) options.onTornLine?.(tornLine);
  const lines =
    options.orderedBy === undefined
      ? linesAsTheyStand(file, places)
      : linesInOrder(file, places, options.orderedBy);
  for await (const line of lines) {
    const { task, place, result } = parseEntry(line, file);
    yield { task, place, result: resultFromJson(result, `${file} line ${line.number}`) };
  }
}

/** An entry and where it stands. */
interface EntryOfRow extends Pick<ResultLogEntry, "task" | "result"> {
  /** Among the lines that are not empty, from 0: the header's is 0. */
  readonly row: number;
}

/**
 * The entries in some rows of a log, replaced ones too. A row is looked at only where it is wanted. See {@link scanResultLog}
 * for errors.
 */
export async function* readResultLogRows(
  file: string,
  wanted: ReadonlySet<number>,
): AsyncGenerator<EntryOfRow> {
  let row = -1;
  for await (const line of readLines(file)) {
    if (line.text === "") continue;
    row += 1;
    if (!wanted.has(row) || !(line.ended || isWholeEntry(line.text))) continue;
    const { task, result } = parseEntry(line, file);
    yield { row, task, result: resultFromJson(result, `${file} line ${line.number}`) };
  }
}

/** The part of a line that reading an entry needs. */
type EntryLine = Pick<TextLine, "text" | "number">;

async function* linesAsTheyStand(
  file: string,
  places: ReadonlyMap<string, LinePlace>,
): AsyncGenerator<EntryLine> {
  const wanted = new Set(Array.from(places.values(), ({ number }) => number));
  for await (const line of readLines(file)) if (wanted.has(line.number)) yield line;
}

async function* linesInOrder(
  file: string,
  places: ReadonlyMap<string, LinePlace>,
  order: Iterable<string>,
): AsyncGenerator<EntryLine> {
  await using handle = await open(file, "r").catch((error: unknown) => {
    throw unreadable(file, error);
  });
  for (const { number, start, length } of orderPlaces(places, order)) {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await handle.read(bytes, 0, length, start).catch((error: unknown) => {
      throw unreadable(file, error);
    });
    yield { text: bytes.toString("utf8", 0, bytesRead), number };
  }
}

function* orderPlaces(places: ReadonlyMap<string, LinePlace>, order: Iterable<string>): Generator<LinePlace> {
  const rest = new Map(places);
  for (const task of order) {
    const place = rest.get(task);
    if (place === undefined) continue;
    rest.delete(task);
    yield place;
  }
  yield* [...rest.values()].toSorted((left, right) => left.number - right.number);
}

/**
 * The results of a log, one at a time: memory does not grow with the log.
 *
 * @example
 * for await (const result of readResultLog("run.jsonl")) console.log(result.metadata.questionId);
 */
export async function* readResultLog(
  file: string,
  options: ReadLogOptions = {},
): AsyncGenerator<VerificationResult> {
  for await (const { result } of readResultLogEntries(file, options)) yield result;
}

/** A line's task and its result as JSON; the whole line is read, so that damage is found before anyone relies on it. */
function parseEntry(
  line: EntryLine,
  file: string,
): Pick<ResultLogEntry, "task" | "place"> & { readonly result: JsonObject } {
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

/** The first line of a file; one of no characters when it is empty. */
export async function firstLine(file: string): Promise<TextLine> {
  for await (const line of readLines(file)) return line;
  return { text: "", number: 1, start: 0, length: 0, ended: false };
}

const headerStart = `{"format":"${logFormat}"`;

/** True for what a crash before or while the header was written leaves: nothing, or a beginning of it. */
export function isTornHeader({ text, ended }: TextLine): boolean {
  return !ended && headerStart.startsWith(text.slice(0, headerStart.length)) && !isWholeEntry(text);
}

/** True for a log whose run ended before its header was written. Throws `file_not_found` or `file_unreadable`. */
export async function isUnbegunResultLog(file: string): Promise<boolean> {
  return isTornHeader(await firstLine(file));
}

function emptyLog(file: string): KareninaError {
  return new KareninaError("file_unreadable", `${file} is empty: a results log starts with a header line.`);
}

function damaged(line: EntryLine, file: string, reason: string): KareninaError {
  return new KareninaError("file_unreadable", `${file} line ${line.number} is damaged: ${reason}.`, {
    hint: "Remove the line to go on without that result.",
  });
}
