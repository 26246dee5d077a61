import { readSync, writeSync } from "node:fs";

/** Bytes of the number before each frame: how long the frame is. */
const headBytes = 4;

/** Reads the next frame of standard input, and waits for it; undefined when there are no more. */
export function readFrame(): Uint8Array | undefined {
  const head = readBytes(headBytes);
  if (head === undefined) return undefined;
  return readBytes(new DataView(head.buffer).getUint32(0));
}

function readBytes(length: number): Uint8Array | undefined {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(0, bytes, filled, length - filled, null);
    if (count === 0) return undefined;
    filled += count;
  }
  return bytes;
}

/** Writes a frame to standard output. */
export function writeFrame(bytes: Uint8Array): void {
  const head = new Uint8Array(headBytes);
  new DataView(head.buffer).setUint32(0, bytes.length);
  for (const part of [head, bytes])
    for (let written = 0; written < part.length; ) written += writeSync(1, part, written);
}
