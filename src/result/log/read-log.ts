import { setImmediate } from "node:timers/promises";
import type { ScenarioExecutionResult } from "../scenario-execution-result.ts";
import type { VerificationResult } from "../verification-result.ts";
import type { Digester } from "./digest-thread.ts";
import { bytesOf, emptyLog, indexLog } from "./index-log.ts";
import { isWholeEntry, type LinePlace, parseEntry } from "./log-entry.ts";
import { logFormat, parseLogHeader, type ReadLogHeader } from "./log-header.ts";
import { resultFromLogRow } from "./log-row.ts";
import type { LogBytes } from "./packed/log-bytes.ts";
import { type PlacedDigest, type ReadDigestsOptions, readDigests } from "./read-digests.ts";
import { readLines, type TextLine } from "./read-lines.ts";
import { contentOfLine, type OnBadLine, readPlaces, readWalkPlaces } from "./read-places.ts";

/** One finished task of a log. */
interface ResultLogEntry {
  readonly task: string;
  /** The key of the walk that it is a turn of; null: of none. */
  readonly walk: string | null;
  /** Where the question stands in the run, from 0; null in logs of before. */
  readonly place: number | null;
  readonly result: VerificationResult;
}

/** One walk of a log that has ended. */
interface ResultLogWalk {
  /** Its key. */
  readonly walk: string;
  /** Where the scenario stands in the run, from 0; null where the log does not say. */
  readonly place: number | null;
  readonly record: ScenarioExecutionResult;
  /** How many of its turns the log holds. */
  readonly turns: number;
}

/** What a log holds, without its results. */
interface ResultLogScan {
  readonly header: ReadLogHeader;
  /** The line of each finished task; a later line for the same task has replaced earlier ones. */
  readonly lineOfTask: ReadonlyMap<string, number>;
  /** How many tasks and walks are finished; the turns of a walk count with it. */
  readonly finished: number;
  /** The number of a last line that was cut off while it was written; null when there is none. */
  readonly tornLine: number | null;
}

/** How to read a log. */
export interface ReadLogOptions {
  /** Told the number of a torn last line, which is left out. */
  readonly onTornLine?: (line: number) => void;
  /** Told of whole lines that hold no result, a negative amount say, which are left out. Default: they are an error. */
  readonly onBadLine?: OnBadLine;
  /**
   * Tasks in the order in which their entries are wanted; entries of other tasks follow in the log's order. Default: all
   * in the order of their last lines. Keeps the place of each entry in memory, not its result.
   */
  readonly orderedBy?: Iterable<string>;
  /** Only what has this place, see {@link ResultLogEntry}. Default: everything. */
  readonly place?: number | undefined;
}

/**
 * The header and the finished tasks of a log, without decoding results. Throws `file_not_found`, `file_unreadable`
 * (naming a damaged line), `invalid_input` (another kind of file) or `format_from_future`.
 */
export async function scanResultLog(file: string): Promise<ResultLogScan> {
  const { header, places, walks, tornLine } = await indexLog(file);
  const turns = [...places.values()].filter(({ walk }) => walk !== null).length;
  return {
    header,
    lineOfTask: new Map(Array.from(places, ([task, { number }]) => [task, number])),
    finished: places.size - turns + walks.size,
    tornLine,
  };
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
  for await (const [{ task, walk, place }, result] of readOrdered(file, options))
    yield { task: task ?? "", walk, place, result };
}

/**
 * The walks of a log that have ended, by the places of their scenarios in the run, those of one scenario as they ended; one at a time. A log
 * of questions has none. See {@link scanResultLog} for errors.
 */
export async function* readResultLogWalks(
  file: string,
  { onTornLine, onBadLine }: Pick<ReadLogOptions, "onTornLine" | "onBadLine"> = {},
): AsyncGenerator<ResultLogWalk> {
  const index = await indexLog(file);
  const { places, walks, tornLine } = index;
  if (tornLine !== null) onTornLine?.(tornLine);
  const turns = new Map<string | null, number>();
  for (const { walk } of places.values()) turns.set(walk, (turns.get(walk) ?? 0) + 1);
  let read = 0;
  for (const [{ walk, place }, record] of readWalkPlaces(bytesOf(file, index), walkOrder(walks), onBadLine)) {
    if (++read % atOnce === 0) await setImmediate();
    yield { walk: walk ?? "", place, record, turns: turns.get(walk) ?? 0 };
  }
}

/** So many results are read before others get their turn: timers, and whoever interrupts. */
const atOnce = 100;

async function* readOrdered(
  file: string,
  { onBadLine, ...options }: ReadLogOptions,
): AsyncGenerator<readonly [LinePlace, VerificationResult]> {
  let read = 0;
  const { log, places } = await placesInOrder(file, options);
  for (const entry of readPlaces(log, places, onBadLine)) {
    if (++read % atOnce === 0) await setImmediate();
    yield entry;
  }
}

/** The digests of the finished tasks of a log in its order, some at a time. See {@link scanResultLog} for errors. */
export async function* readResultLogDigests<Digest>(
  file: string,
  digester: Digester<Digest>,
  { onTornLine, ...options }: Pick<ReadLogOptions, "onTornLine"> & ReadDigestsOptions = {},
): AsyncGenerator<Iterable<PlacedDigest<Digest>>> {
  const { log, places } = await placesInOrder(file, onTornLine === undefined ? {} : { onTornLine });
  yield* readDigests(log, places, digester, options);
}

/** An entry and where it stands. */
export interface EntryOfRow extends Pick<ResultLogEntry, "task"> {
  /** Undefined: the line is no result, which `onBadLine` is told; an earlier line of the task does not count either. */
  readonly result: VerificationResult | undefined;
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
  { onTornLine, onBadLine }: Pick<ReadLogOptions, "onTornLine" | "onBadLine"> = {},
): AsyncGenerator<EntryOfRow> {
  let row = -1;
  for await (const line of readLines(file)) {
    if (line.text === "") continue;
    row += 1;
    if (!wanted.has(row)) continue;
    if (!line.ended && !isWholeEntry(line.text)) {
      onTornLine?.(line.number);
      continue;
    }
    const { kind, task, content } = parseEntry(line, file);
    if (kind !== "result") continue;
    const result = contentOfLine(resultFromLogRow, content, { file, line: line.number }, onBadLine);
    yield { row, task: task ?? "", result };
  }
}

/**
 * The header of a log, and where its results and walks stand: in the order that is asked for, else by the place of their questions in
 * the run, those of one question as they were finished. See {@link scanResultLog} for errors.
 */
export async function openResultPlaces(
  file: string,
  { onTornLine, orderedBy }: ReadLogOptions,
): Promise<{
  readonly header: ReadLogHeader;
  readonly log: LogBytes;
  readonly places: readonly LinePlace[];
  readonly walks: readonly LinePlace[];
}> {
  const index = await indexLog(file);
  const { header, places, walks, tornLine } = index;
  if (tornLine !== null) onTornLine?.(tornLine);
  const ordered = [...orderPlaces(places, orderedBy ?? [])];
  const inOrder = orderedBy === undefined ? byPlace(ordered) : ordered;
  return { header, log: bytesOf(file, index), places: inOrder, walks: walkOrder(walks) };
}

const walkOrder = (walks: ReadonlyMap<string, LinePlace>) => byPlace([...orderPlaces(walks, [])]);

function byPlace(places: readonly LinePlace[]): readonly LinePlace[] {
  const rank = ({ place }: LinePlace) => place ?? Number.MAX_SAFE_INTEGER;
  return places.toSorted((left, right) => rank(left) - rank(right));
}

/** The index of the log goes when its places are known: it is large. */
async function placesInOrder(
  file: string,
  { onTornLine, orderedBy = [], place }: Pick<ReadLogOptions, "onTornLine" | "orderedBy" | "place">,
): Promise<{ readonly log: LogBytes; readonly places: readonly LinePlace[] }> {
  const index = await indexLog(file);
  const { places, tornLine } = index;
  if (tornLine !== null) onTornLine?.(tornLine);
  const ordered = [...orderPlaces(places, orderedBy)];
  return {
    log: bytesOf(file, index),
    places: place === undefined ? ordered : ordered.filter((line) => line.place === place),
  };
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
  for await (const [, result] of readOrdered(file, options)) yield result;
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
