/** How far a frame reaches, as far as its bytes are there. */
export interface FrameBounds {
  /** Where its last whole block ends, or where it ends itself, in bytes from its beginning; 0: not one block is whole. */
  readonly end: number;
  /** False: its end is not among the bytes. */
  readonly ended: boolean;
}

/** The first bytes of a frame, and of one that readers pass over (of which the lowest four bits are free): RFC 8878, 3.1. */
const [frameMagic, skippedMagic] = [0xfd2fb528, 0x184d2a50];
const magicBytes = 4;
const skippedHeadBytes = 8;
const blockHeadBytes = 3;
const checksumBytes = 4;
const longestBlock = 128 * 1024;

/** A block without content that is the last of its frame: what ends a frame whose end was not written. */
export const lastBlock: Buffer = Buffer.from([1, 0, 0]);

/** True where bytes begin a frame, or are the beginning of such a beginning. */
export function beginsFrame(bytes: Buffer): boolean {
  if (bytes.length >= magicBytes) return isMagic(bytes.readUInt32LE(0));
  const magic = Buffer.alloc(magicBytes);
  magic.writeUInt32LE(frameMagic);
  return bytes.length > 0 && magic.subarray(0, bytes.length).equals(bytes);
}

const isSkipped = (magic: number) => magic >= skippedMagic && magic <= skippedMagic + 0xf;
const isMagic = (magic: number) => magic === frameMagic || isSkipped(magic);

/** The frame that bytes begin with, without what it holds; undefined where they do not begin one, or it is damaged. RFC 8878, 3.1.1. */
export function frameBounds(bytes: Buffer): FrameBounds | undefined {
  if (bytes.length < magicBytes) return beginsFrame(bytes) ? { end: 0, ended: false } : undefined;
  const magic = bytes.readUInt32LE(0);
  if (isSkipped(magic)) {
    const end =
      bytes.length < skippedHeadBytes ? Infinity : skippedHeadBytes + bytes.readUInt32LE(magicBytes);
    return end > bytes.length ? { end: 0, ended: false } : { end, ended: true };
  }
  if (magic !== frameMagic) return undefined;
  let end = 0;
  for (const block of blocksOf(bytes)) {
    if (block === undefined) return undefined;
    end = block.end;
    if (!block.isLast) continue;
    const whole = end + (hasChecksum(bytes) ? checksumBytes : 0);
    return whole > bytes.length ? { end, ended: false } : { end: whole, ended: true };
  }
  return { end, ended: false };
}

/** True for a whole frame without text. */
export const isSkippedFrame = (frame: Buffer): boolean => isSkipped(frame.readUInt32LE(0));

/** Where the whole blocks of a frame end, in bytes from its beginning. */
export function* blockEnds(bytes: Buffer): Generator<number> {
  for (const block of blocksOf(bytes)) if (block !== undefined) yield block.end;
}

/** False for a frame that says its length or has a checksum, as other programs write them: {@link lastBlock} does not end it. */
export const canBeEnded = (frame: Buffer): boolean =>
  sizeFlag(frame) === 0 && !isSingleSegment(frame) && !hasChecksum(frame);

// the bits of the frame header descriptor
const descriptor = (frame: Buffer) => frame[magicBytes] ?? 0;
const sizeFlag = (frame: Buffer) => descriptor(frame) >> 6;
const isSingleSegment = (frame: Buffer) => (descriptor(frame) & 0x20) !== 0;
const hasChecksum = (frame: Buffer) => (descriptor(frame) & 0x04) !== 0;

function headBytes(frame: Buffer): number {
  const dictionary = [0, 1, 2, 4][descriptor(frame) & 0x03] ?? 0;
  const size = [isSingleSegment(frame) ? 1 : 0, 2, 4, 8][sizeFlag(frame)] ?? 0;
  return magicBytes + 1 + (isSingleSegment(frame) ? 0 : 1) + dictionary + size;
}

/** The whole blocks of a frame; undefined for one that cannot be. */
function* blocksOf(frame: Buffer): Generator<{ readonly end: number; readonly isLast: boolean } | undefined> {
  if (frame.length <= magicBytes) return;
  for (let at = headBytes(frame); at + blockHeadBytes <= frame.length; ) {
    const head = frame.readUIntLE(at, blockHeadBytes);
    const [isLast, type, size] = [(head & 1) === 1, (head >> 1) & 3, head >> 3];
    if (type === 3 || size > longestBlock) return yield undefined;
    // one byte that is repeated
    at += blockHeadBytes + (type === 1 ? 1 : size);
    if (at > frame.length) return;
    yield { end: at, isLast };
    if (isLast) return;
  }
}
