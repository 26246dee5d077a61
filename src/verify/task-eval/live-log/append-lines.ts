import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import path from "node:path";
import { KareninaError, readErrorCode } from "../../../base/index.ts";

/**
 * Adds whole lines to the end of a file in one write, so that lines of several processes do not mix. The file and its
 * folder are made where they are missing. It is opened each time: one that was moved away is made anew.
 *
 * @param lines each with its line feed
 * @returns how many of them are in the file as a whole; fewer where there was no room. What stands of the next one is a
 * line of its own later.
 * @throws the error of the file system, where nothing could be written; `file_unwritable` for what is no file.
 */
export function appendLines(file: string, lines: readonly Buffer[]): number {
  const descriptor = opened(file);
  try {
    const about = fstatSync(descriptor);
    if (!about.isFile()) throw new KareninaError("file_unwritable", "it is no file");
    const starts = isCutOff(descriptor, about.size) ? [Buffer.from("\n")] : [];
    let left = writeSync(descriptor, Buffer.concat([...starts, ...lines])) - starts.length;
    let whole = 0;
    for (const { length } of lines) {
      if (left < length) break;
      left -= length;
      whole += 1;
    }
    return whole;
  } finally {
    closeSync(descriptor);
  }
}

/** The end of the file is read too; a pipe without a reader is not waited for. */
const flags = constants.O_APPEND | constants.O_CREAT | constants.O_RDWR | (constants.O_NONBLOCK ?? 0);

function opened(file: string): number {
  try {
    return openSync(file, flags);
  } catch (error) {
    if (readErrorCode(error) !== "ENOENT") throw error;
    mkdirSync(path.dirname(file), { recursive: true });
    return openSync(file, flags);
  }
}

function isCutOff(descriptor: number, size: number): boolean {
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  return readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
}
