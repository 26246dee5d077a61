import { type JsonObject, KareninaError, messageOf } from "../../base/index.ts";
import { type ScenarioExecutionResult, walkFromJson } from "../scenario-execution-result.ts";
import type { VerificationResult } from "../verification-result.ts";
import type { LinePlace } from "./log-entry.ts";
import { damaged, parseEntry } from "./log-entry.ts";
import { resultFromLogRow } from "./log-row.ts";
import { type LogBytes, openBytes } from "./packed/log-bytes.ts";
import { unreadable } from "./read-lines.ts";

/** A line of a log that is whole and holds neither a result nor a walk. */
export interface BadLine {
  /** Its number, from 1. */
  readonly line: number;
  /** The file, the line, the field and what was expected there. */
  readonly message: string;
}

/** Told of lines that hold no result, which are then left out; without it they are an error. */
export type OnBadLine = ((bad: BadLine) => void) | undefined;

/** Memory to read a file into. Whoever reads several parts of one lends it each time. */
export interface ReadingBlock {
  bytes: Buffer;
}

/** None yet. */
export const readingBlock = (): ReadingBlock => ({ bytes: Buffer.alloc(0) });

const blockBytes = 256 * 1024;

/**
 * The results that stand at places of a log, in the order that is given, one at a time. Lines that follow one another
 * are read many at once.
 *
 * @throws KareninaError `file_unreadable` that names a damaged line, or one that holds another task by now, or `invalid_input`
 * that lists what does not fit, where `onBadLine` is not there to be told.
 */
export function* readPlaces(
  log: LogBytes,
  places: Iterable<LinePlace>,
  onBadLine?: OnBadLine,
  block: ReadingBlock = readingBlock(),
): Generator<readonly [LinePlace, VerificationResult]> {
  for (const [place, json] of contentsAt(log, places, block)) {
    const result = contentOfLine(resultFromLogRow, json, { file: log.file, line: place.number }, onBadLine);
    if (result !== undefined) yield [place, result];
  }
}

/** The walks that stand at places of a log. See {@link readPlaces}. */
export function* readWalkPlaces(
  log: LogBytes,
  places: Iterable<LinePlace>,
  onBadLine?: OnBadLine,
): Generator<readonly [LinePlace, ScenarioExecutionResult]> {
  for (const [place, json] of contentsAt(log, places, readingBlock())) {
    const walk = contentOfLine(walkFromJson, json, { file: log.file, line: place.number }, onBadLine);
    if (walk !== undefined) yield [place, walk];
  }
}

function* contentsAt(
  log: LogBytes,
  places: Iterable<LinePlace>,
  block: ReadingBlock,
): Generator<readonly [LinePlace, JsonObject]> {
  for (const [place, text] of textsAt(log, places, block)) {
    const { number } = place;
    const entry = parseEntry({ text, number }, log.file);
    if (entry.task !== place.task || entry.walk !== place.walk)
      throw damaged({ number }, log.file, "it was changed after the log was opened");
    yield [place, entry.content];
  }
}

/** What a line holds; undefined for a bad one that was told. */
export function contentOfLine<Content>(
  read: (json: JsonObject, source: string) => Content,
  json: JsonObject,
  { file, line }: { readonly file: string; readonly line: number },
  onBadLine: OnBadLine,
): Content | undefined {
  try {
    return read(json, `${file} line ${line}`);
  } catch (error) {
    if (onBadLine === undefined || !KareninaError.isInstance(error)) throw error;
    onBadLine({ line, message: messageOf(error) });
    return undefined;
  }
}

function* textsAt(
  log: LogBytes,
  places: Iterable<LinePlace>,
  block: ReadingBlock,
): Generator<readonly [LinePlace, string]> {
  const { file } = log;
  using bytes = reading(file, () => openBytes(log));
  let begin = 0;
  let end = 0;
  for (const place of places) {
    const { start, length } = place;
    if (start < begin || start + length > end) {
      const isNext = start >= end && start <= end + blockBytes;
      const wanted = isNext ? Math.max(length, blockBytes) : length;
      if (block.bytes.length < wanted) block.bytes = Buffer.allocUnsafe(wanted);
      begin = start;
      end = start + reading(file, () => bytes.read(block.bytes, { start, length: wanted }));
    }
    const from = start - begin;
    yield [place, block.bytes.toString("utf8", from, Math.min(from + length, end - begin))];
  }
}

function reading<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw unreadable(file, error);
  }
}
