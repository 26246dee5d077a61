import { longestText, tooLong } from "./text-file.ts";

/** A line of a file and where it stands, in bytes. */
export interface FileLine {
  /** Where the chunks share memory, valid until the next chunk is asked for. */
  readonly bytes: Buffer;
  /** From 1. */
  readonly number: number;
  /** Where it begins in the file, in bytes. */
  readonly start: number;
  /** False for a last line that has no line end: it may be torn. */
  readonly ended: boolean;
  /** True: it is longer than a text can be, and `bytes` has none of it. */
  readonly isTooLong?: boolean;
}

/** How lines are cut. */
interface SplitOptions {
  /** A line longer than a text can be comes without its bytes, in place of an error. Default false. */
  readonly passesLong?: boolean;
  /** Empty lines behind the first are counted and not given: a small packed file may hold thousands of millions. Default false. */
  readonly skipsEmpty?: boolean;
}

const lineEnd = 0x0a;

/**
 * Cuts the bytes of a file into lines, as they are asked for: as bytes, since places must also be right where bytes are
 * not text. `name` is that of the file in errors.
 *
 * @throws KareninaError `file_unreadable` for a line longer than a text can be, but where these are passed.
 */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  name: string,
  options: SplitOptions = {},
): AsyncGenerator<FileLine> {
  for await (const lines of splitChunks(chunks, name, options)) yield* lines;
}

/** As {@link splitLines}, but all lines that end in a chunk at once: waiting for each of a million takes its time. */
export async function* splitChunks(
  chunks: AsyncIterable<Buffer>,
  name: string,
  { passesLong = false, skipsEmpty = false }: SplitOptions = {},
): AsyncGenerator<readonly FileLine[]> {
  let number = 1;
  let start = 0;
  let parts: Buffer[] = [];
  let waiting = 0;
  let isTooLong = false;
  for await (const chunk of chunks) {
    const lines: FileLine[] = [];
    let from = skipsEmpty && waiting === 0 && number > 1 ? afterLineEnds(chunk, 0) : 0;
    number += from;
    start += from;
    for (let end = chunk.indexOf(lineEnd, from); end !== -1; end = chunk.indexOf(lineEnd, from)) {
      const last = chunk.subarray(from, end);
      const length = waiting + last.length;
      if (isTooLong) lines.push({ bytes: Buffer.alloc(0), number, start, ended: true, isTooLong });
      else
        lines.push({
          bytes: parts.length === 0 ? last : Buffer.concat([...parts, last]),
          ...{ number, start, ended: true },
        });
      number += 1;
      start += length + 1;
      isTooLong = false;
      parts = [];
      waiting = 0;
      from = end + 1;
      if (!skipsEmpty) continue;
      const next = afterLineEnds(chunk, from);
      number += next - from;
      start += next - from;
      from = next;
    }
    // a copy: the chunk's memory may be that of the next
    if (from < chunk.length && !isTooLong) parts.push(Buffer.from(chunk.subarray(from)));
    waiting += chunk.length - from;
    if (lines.length > 0) yield lines;
    if (waiting <= longestText) continue;
    if (!passesLong) throw tooLong(`${name} line ${number}`, waiting);
    isTooLong = true;
    parts = [];
  }
  if (isTooLong) yield [{ bytes: Buffer.alloc(0), number, start, ended: false, isTooLong }];
  if (parts.length > 0) yield [{ bytes: Buffer.concat(parts), number, start, ended: false }];
}

function afterLineEnds(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === lineEnd) at += 1;
  return at;
}
