import { closeSync, openSync, readSync } from "node:fs";
import { constants, zstdDecompressSync } from "node:zlib";
import { KareninaError, LruCache, longestText, messageOf, tooLong } from "../../../base/index.ts";
import { damagedFrame, type Frame } from "./read-packed.ts";

/** A log whose text is read at places. */
export interface LogBytes {
  readonly file: string;
  /** Of a packed one: its frames, in their order; perhaps only those that hold the places. */
  readonly frames?: readonly Frame[] | undefined;
  /** Unpacked frames, for whoever reads places several times. Default: kept as long as the log is open. */
  readonly unpacked?: UnpackedFrames | undefined;
}

/** Frames of logs that were unpacked lately, by the log and where they stand. */
export type UnpackedFrames = LruCache<string, Buffer>;

/** So much of a log is kept unpacked: results that were finished at about the same time are wanted together. */
const mostUnpacked = 16 * 1024 * 1024;

/** None yet. */
export const unpackedFrames = (): UnpackedFrames => new LruCache(mostUnpacked);

/** The same for who reads a log in its order: only the last. */
export const lastUnpackedFrame = (): UnpackedFrames => new LruCache(0);

/** An open log. */
interface OpenBytes extends Disposable {
  /** Copies a part of the text; gives how many bytes there were. */
  read(into: Buffer, part: { readonly start: number; readonly length: number }): number;
}

/** Opens a log to read its text at places. Throws what reading a file throws, and `file_unreadable` for a frame that is damaged. */
export function openBytes({ file, frames, unpacked = unpackedFrames() }: LogBytes): OpenBytes {
  const descriptor = openSync(file, "r");
  const close = { [Symbol.dispose]: () => closeSync(descriptor) };
  if (frames === undefined)
    return { read: (into, { start, length }) => readSync(descriptor, into, 0, length, start), ...close };
  const textOf = (frame: Frame) =>
    unpacked.getOrCreate(
      `${frame.start} ${frame.length} ${file}`,
      () => unpackFrame(file, descriptor, frame),
      frame.textLength,
    );
  return {
    read(into, { start, length }) {
      let filled = 0;
      for (let at = frameOf(frames, start); filled < length; at += 1) {
        const frame = frames[at];
        if (frame === undefined) break;
        const from = start + filled - frame.textStart;
        if (frame.textLength > 0)
          filled += textOf(frame).copy(
            into,
            filled,
            from,
            Math.min(from + length - filled, frame.textLength),
          );
      }
      return filled;
    },
    ...close,
  };
}

/** True for a log of which much is unpacked at once, as another program packs a whole file: each reader would hold that. */
export const isHeldAtOnce = ({ frames = [] }: LogBytes): boolean =>
  frames.some(({ textLength }) => textLength > 2 * mostUnpacked);

/** The frames in which the places of some lines are. */
export function framesOfPlaces(
  frames: readonly Frame[] | undefined,
  places: readonly { readonly start: number; readonly length: number }[],
): readonly Frame[] | undefined {
  if (frames === undefined) return undefined;
  let [first, last] = [Infinity, 0];
  for (const { start, length } of places) {
    first = Math.min(first, start);
    last = Math.max(last, start + length);
  }
  return frames.slice(frameOf(frames, first), frameOf(frames, last) + 1);
}

/** The index of the frame that holds a byte of the text. */
function frameOf(frames: readonly Frame[], position: number): number {
  let [low, high] = [0, frames.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((frames[middle]?.textStart ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

function unpackFrame(file: string, descriptor: number, { start, length, textLength }: Frame): Buffer {
  if (textLength > longestText) throw tooLongFrame(file, start, textLength);
  const packed = Buffer.allocUnsafe(length);
  const read = readSync(descriptor, packed, 0, length, start);
  try {
    const text = unpackBytes(packed.subarray(0, read), textLength);
    if (text.length === textLength) return text;
  } catch (error) {
    throw damagedFrame(file, start, messageOf(error));
  }
  throw damagedFrame(file, start, "it was changed after the log was opened");
}

function tooLongFrame(file: string, start: number, textLength: number): KareninaError {
  const { code, message } = tooLong(`The frame at byte ${start} of ${file}, unpacked`, textLength);
  return new KareninaError(code, message, {
    hint: `Another program packed it. Unpack it as a whole, and read that: zstd -d ${file}`,
  });
}

/** What a frame holds, also of one whose end is missing, when that is so many bytes at most. */
export const unpackBytes = (packed: Buffer, most: number): Buffer =>
  zstdDecompressSync(packed, {
    // one byte more, so that it all comes at once
    chunkSize: Math.max(most + 1, leastChunk),
    maxOutputLength: most,
    finishFlush: constants.ZSTD_e_flush,
  });

const leastChunk = 64;
