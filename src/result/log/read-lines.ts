import { createReadStream } from "node:fs";
import { KareninaError, messageOf } from "../../base/index.ts";

/** One line of a text file. */
export interface TextLine {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** False for a last line that has no line end: it may be torn. */
  readonly ended: boolean;
}

/** The lines of a UTF-8 file, read as they are asked for. Throws `file_not_found` or `file_unreadable`. */
export async function* readLines(file: string): AsyncGenerator<TextLine> {
  let number = 0;
  let parts: string[] = [];
  try {
    for await (const chunk of createReadStream(file, { encoding: "utf8" })) {
      let start = 0;
      const text = String(chunk);
      for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
        parts.push(text.slice(start, end));
        yield { text: parts.join(""), number: ++number, ended: true };
        parts = [];
        start = end + 1;
      }
      if (start < text.length) parts.push(text.slice(start));
    }
  } catch (error) {
    throw unreadable(file, error);
  }
  if (parts.length > 0) yield { text: parts.join(""), number: ++number, ended: false };
}

/** The error for a file that could not be read. */
export function unreadable(file: string, error: unknown): KareninaError {
  if (KareninaError.isInstance(error)) return error;
  const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
  return isMissing
    ? new KareninaError("file_not_found", `There is no file ${file}.`, { cause: error })
    : new KareninaError("file_unreadable", `Cannot read ${file}: ${messageOf(error)}.`, { cause: error });
}
