import {
  type FileLine,
  KareninaError,
  messageOf,
  readErrorCode,
  refuseSpecialInput,
  splitLines,
} from "../../base/index.ts";
import { readText } from "./packed/read-packed.ts";

/** One line of a log; its length is in bytes, without its line end. */
export interface TextLine extends Omit<FileLine, "bytes"> {
  readonly text: string;
  readonly length: number;
}

/** The lines of a log but empty ones behind the first, read as they are asked for. Throws `file_not_found` or `file_unreadable`. */
export async function* readLines(file: string): AsyncGenerator<TextLine> {
  try {
    await refuseSpecialInput(file, file);
    for await (const { bytes, ...place } of splitLines(readText(file), file, { skipsEmpty: true }))
      yield { ...place, text: bytes.toString("utf8"), length: bytes.length };
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** The error for a file that could not be read. */
export function unreadable(file: string, error: unknown): KareninaError {
  if (KareninaError.isInstance(error)) return error;
  const isMissing = readErrorCode(error) === "ENOENT";
  return isMissing
    ? new KareninaError("file_not_found", `There is no file ${file}.`, { cause: error })
    : new KareninaError("file_unreadable", `Cannot read ${file}: ${messageOf(error)}.`, { cause: error });
}
