import { createReadStream } from "node:fs";
import { KareninaError, longestText, messageOf, tooLong } from "../../base/index.ts";

/** One line of a text file. */
export interface TextLine {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** Where it begins in the file, in bytes. */
  readonly start: number;
  /** Its length in bytes, without its line end. */
  readonly length: number;
  /** False for a last line that has no line end: it may be torn. */
  readonly ended: boolean;
}

const lineEnd = 0x0a;

/** The lines of a UTF-8 file, read as they are asked for. Throws `file_not_found` or `file_unreadable`. */
export async function* readLines(file: string): AsyncGenerator<TextLine> {
  let number = 0;
  let start = 0;
  let parts: Buffer[] = [];

  // cut as bytes: places must also be right where bytes are not text
  function line(ended: boolean): TextLine {
    const [only] = parts;
    const bytes = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
    parts = [];
    number += 1;
    const found = { text: bytes.toString("utf8"), number, start, length: bytes.length, ended };
    start += bytes.length + 1;
    return found;
  }

  try {
    for await (const chunk of createReadStream(file)) {
      const bytes = chunk as Buffer; // a stream without encoding gives nothing else
      let from = 0;
      for (let end = bytes.indexOf(lineEnd); end !== -1; end = bytes.indexOf(lineEnd, from)) {
        parts.push(bytes.subarray(from, end));
        yield line(true);
        from = end + 1;
      }
      if (from < bytes.length) parts.push(bytes.subarray(from));
      const waiting = parts.reduce((sum, part) => sum + part.length, 0);
      if (waiting > longestText) throw tooLong(`${file} line ${number + 1}`, waiting);
    }
  } catch (error) {
    throw unreadable(file, error);
  }
  if (parts.length > 0) yield line(false);
}

/** The error for a file that could not be read. */
export function unreadable(file: string, error: unknown): KareninaError {
  if (KareninaError.isInstance(error)) return error;
  const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
  return isMissing
    ? new KareninaError("file_not_found", `There is no file ${file}.`, { cause: error })
    : new KareninaError("file_unreadable", `Cannot read ${file}: ${messageOf(error)}.`, { cause: error });
}
