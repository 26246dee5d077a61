import { KareninaError, refuseSpecialInput, splitChunks } from "../../base/index.ts";
import { entryHead, isWholeEntry, type LinePlace, parseEntry } from "./log-entry.ts";
import { parseLogHeader, type ReadLogHeader } from "./log-header.ts";
import { type LogBytes, unpackedFrames } from "./packed/log-bytes.ts";
import { type Frame, type ReadFrame, readText } from "./packed/read-packed.ts";
import { readLines, unreadable } from "./read-lines.ts";
import { storedIndex } from "./stored-index.ts";

/** What a log holds, without its results. */
export interface LogIndex {
  readonly header: ReadLogHeader;
  /** The last line of each finished task, in the order of the first. */
  readonly places: ReadonlyMap<string, LinePlace>;
  /** The last line of each walk that has ended, alike. */
  readonly walks: ReadonlyMap<string, LinePlace>;
  /** The number of a last line that was cut off while it was written; null when there is none. */
  readonly tornLine: number | null;
  /** The frames of a packed log, in their order; absent: it is plain. */
  readonly frames?: readonly Frame[];
}

/** A log that was looked through, to read its lines at their places. */
export const bytesOf = (file: string, { frames }: Pick<LogIndex, "frames">): LogBytes =>
  frames === undefined ? { file } : { file, frames, unpacked: unpackedFrames() };

const chunkBytes = 1024 * 1024;

/**
 * Finds the lines of a log, by the index beside it where that is of what the log holds. Of lines as this program writes them only the beginning is read, so that damage behind it
 * shows when the result is.
 *
 * @throws KareninaError `file_not_found`, `file_unreadable`, `invalid_input` or `format_from_future`.
 */
export async function indexLog(file: string): Promise<LogIndex> {
  try {
    await refuseSpecialInput(file, file);
    const stored = await storedIndex(file);
    if (stored === undefined) return await lookThrough(file);
    for await (const { text } of readLines(file))
      return { header: parseLogHeader(text, file), ...stored, tornLine: null };
    throw emptyLog(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** The same from the log alone. */
export async function lookThrough(file: string): Promise<LogIndex> {
  let header: ReadLogHeader | undefined;
  let tornLine: number | null = null;
  const [places, walks] = [new Map<string, LinePlace>(), new Map<string, LinePlace>()];
  const frames: Frame[] = [];
  const onFrame = ({ ended: _, ...frame }: ReadFrame) => {
    frames.push(frame);
  };
  const chunks = readText(file, { atOnce: chunkBytes, onFrame });
  for await (const lines of splitChunks(chunks, file, { skipsEmpty: true })) {
    for (const { bytes, number, start, ended } of lines) {
      if (header === undefined) {
        header = parseLogHeader(bytes.toString("utf8"), file);
        continue;
      }
      if (bytes.length === 0) continue;
      const head = ended ? entryHead(bytes) : undefined;
      const text = head === undefined ? bytes.toString("utf8") : "";
      if (head === undefined && !ended && !isWholeEntry(text)) {
        tornLine = number;
        continue;
      }
      const { kind, task, walk, place } = head ?? parseEntry({ text, number }, file);
      const found = { kind, task, walk, place, number, start, length: bytes.length };
      if (kind === "walk") walks.set(walk ?? "", found);
      else places.set(task ?? "", found);
      if (kind === "result" && walk !== null) voidLater(task ?? "", walk, { places, walks });
    }
  }
  if (header === undefined) throw emptyLog(file);
  return { header, places, walks, tornLine, ...(frames.length > 0 && { frames }) };
}

/** A turn that was repeated makes void what came of its walk after it before: later turns, and the walk's end. */
function voidLater(
  task: string,
  walk: string,
  { places, walks }: { readonly places: Map<string, LinePlace>; readonly walks: Map<string, LinePlace> },
): void {
  // keys of turns are made of that of their walk
  if (!task.startsWith(`${walk}|`)) return;
  walks.delete(walk);
  const number = Number(task.slice(walk.length + 1));
  for (let later = number + 1; places.delete(`${walk}|${later}`); later += 1);
}

/** The error for a log without a header. */
export function emptyLog(file: string): KareninaError {
  return new KareninaError("file_unreadable", `${file} is empty: a results log starts with a header line.`);
}
