import { open } from "node:fs/promises";
import { constants, createZstdDecompress } from "node:zlib";
import { KareninaError, longestText, messageOf, tooLong } from "../../../base/index.ts";
import { beginsFrame, frameBounds, isSkippedFrame } from "./frame-bounds.ts";

/** Where a frame of a packed log stands, and what of its text it holds; all in bytes. */
export interface Frame {
  readonly start: number;
  /** Of one whose end was not written, to the end of its last whole block. */
  readonly length: number;
  /** Where its part of the text begins. */
  readonly textStart: number;
  readonly textLength: number;
}

/** A frame, and whether its end is there: the last one of a run that was killed has none. */
export interface ReadFrame extends Frame {
  readonly ended: boolean;
}

const leastBytes = 64 * 1024;
/** More than a frame of ours takes, in bytes. */
const fewBytes = 256 * 1024;
const unpackedBytes = 256 * 1024;

/** How the text of a log is read. */
interface ReadTextOptions {
  /** How much of a plain log is read at once, in bytes. Default 64 kB. */
  readonly atOnce?: number;
  /** Told of the frames of a packed log, of each when its text was read. */
  readonly onFrame?: (frame: ReadFrame) => void;
}

/**
 * The text of a log, packed or not, as bytes that are valid until the next are asked for; how much of them there is at once does not grow
 * with the log. Which of the two it is, its first bytes say.
 *
 * @throws KareninaError `file_unreadable` that names a frame which is damaged.
 */
export async function* readText(
  file: string,
  { atOnce = leastBytes, onFrame }: ReadTextOptions = {},
): AsyncGenerator<Buffer> {
  if (!(await isPackedFile(file))) return yield* plainBytes(file, atOnce);
  let textStart = 0;
  for await (const { bytes, start, ended } of framesIn(file)) {
    let textLength = 0;
    const unpacked = isSkippedFrame(bytes) ? [] : unpack(bytes, { file, start, ended });
    for await (const chunk of unpacked) {
      textLength += chunk.length;
      yield chunk;
    }
    onFrame?.({ start, length: bytes.length, textStart, textLength, ended });
    textStart += textLength;
  }
}

/** The bytes of a file in memory that is used again: what is read of a long log would pile up until it is looked for. */
async function* plainBytes(file: string, atOnce: number): AsyncGenerator<Buffer> {
  await using handle = await open(file, "r");
  const block = Buffer.allocUnsafe(atOnce);
  for (;;) {
    const { bytesRead } = await handle.read(block, 0, atOnce, null);
    if (bytesRead === 0) return;
    yield block.subarray(0, bytesRead);
  }
}

/** True for a file that begins as a packed log does. Throws what opening it throws. */
export async function isPackedFile(file: string): Promise<boolean> {
  await using handle = await open(file, "r");
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
  return beginsFrame(buffer.subarray(0, bytesRead));
}

interface PackedBytes {
  /** Valid until the next are asked for. */
  readonly bytes: Buffer;
  readonly start: number;
  readonly ended: boolean;
}

/** The frames of a file as they stand there, whole: a line that was flushed is found in one whose end is missing. */
async function* framesIn(file: string): AsyncGenerator<PackedBytes> {
  await using handle = await open(file, "r");
  let held = Buffer.allocUnsafe(fewBytes);
  let [from, to, start] = [0, 0, 0];
  for (;;) {
    const bytes = held.subarray(from, to);
    const bounds = bytes.length === 0 ? { end: 0, ended: false } : frameBounds(bytes);
    if (bounds === undefined) throw damagedFrame(file, start, "what stands there is no frame of zstd");
    if (bounds.ended) {
      yield { bytes: bytes.subarray(0, bounds.end), start, ended: true };
      from += bounds.end;
      start += bounds.end;
      continue;
    }
    if (from > 0) {
      held.copyWithin(0, from, to);
      [from, to] = [0, to - from];
    } else if (to === held.length) held = larger(held, `${file}, the frame at byte ${start}`);
    // all that there is room for: what is held is gone through anew
    const { bytesRead } = await handle.read(held, to, held.length - to, start + to);
    if (bytesRead === 0) {
      if (bounds.end > 0) yield { bytes: held.subarray(0, bounds.end), start, ended: false };
      return;
    }
    to += bytesRead;
  }
}

function larger(held: Buffer, name: string): Buffer<ArrayBuffer> {
  if (held.length >= longestText) throw tooLong(name, held.length + 1);
  const bytes = Buffer.allocUnsafe(Math.min(longestText, 4 * held.length));
  held.copy(bytes);
  return bytes;
}

async function* unpack(
  bytes: Buffer,
  { file, start, ended }: { readonly file: string; readonly start: number; readonly ended: boolean },
): AsyncGenerator<Buffer> {
  const finishFlush = ended ? constants.ZSTD_e_end : constants.ZSTD_e_flush;
  const stream = createZstdDecompress({ chunkSize: unpackedBytes, finishFlush });
  stream.end(bytes);
  try {
    yield* stream;
  } catch (error) {
    throw damagedFrame(file, start, messageOf(error));
  }
}

/** The error for a frame that cannot be read. */
export function damagedFrame(file: string, start: number, why: string): KareninaError {
  return new KareninaError(
    "file_unreadable",
    `${file} is damaged in the frame that begins at byte ${start}: ${why}.`,
    {
      hint: `Use a copy that is whole. What stands before is printed by: zstd -dc ${file}`,
    },
  );
}
