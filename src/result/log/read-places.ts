import { closeSync, openSync, readSync } from "node:fs";
import { resultFromJson } from "../result-json.ts";
import type { VerificationResult } from "../verification-result.ts";
import type { LinePlace } from "./index-log.ts";
import { damaged, parseEntry } from "./log-entry.ts";
import { unreadable } from "./read-lines.ts";

const blockBytes = 1024 * 1024;

/**
 * The results that stand at places of a log, in the order that is given, one at a time. Lines that follow one another
 * are read many at once.
 *
 * @throws KareninaError `file_unreadable` that names a damaged line, or one that holds another task by now, or `invalid_input`
 * that lists what does not fit.
 */
export function* readPlaces(
  file: string,
  places: Iterable<LinePlace>,
): Generator<readonly [LinePlace, VerificationResult]> {
  for (const [place, text] of textsAt(file, places)) {
    const { task, number } = place;
    const entry = parseEntry({ text, number }, file);
    if (entry.task !== task) throw damaged({ number }, file, "it was changed after the log was opened");
    yield [place, resultFromJson(entry.result, `${file} line ${number}`)];
  }
}

function* textsAt(file: string, places: Iterable<LinePlace>): Generator<readonly [LinePlace, string]> {
  const descriptor = reading(file, () => openSync(file, "r"));
  try {
    let block: Buffer = Buffer.alloc(0);
    let begin = 0;
    let end = 0;
    for (const place of places) {
      const { start, length } = place;
      if (start < begin || start + length > end) {
        const isNext = start >= end && start <= end + blockBytes;
        const wanted = isNext ? Math.max(length, blockBytes) : length;
        if (block.length < wanted) block = Buffer.allocUnsafe(wanted);
        begin = start;
        end = start + reading(file, () => readSync(descriptor, block, 0, wanted, start));
      }
      const from = start - begin;
      yield [place, block.toString("utf8", from, Math.min(from + length, end - begin))];
    }
  } finally {
    closeSync(descriptor);
  }
}

function reading<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw unreadable(file, error);
  }
}
