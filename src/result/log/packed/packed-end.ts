import { open } from "node:fs/promises";
import { KareninaError, longestText, splitLines } from "../../../base/index.ts";
import { isWholeEntry } from "../log-entry.ts";
import { blockEnds, canBeEnded, lastBlock } from "./frame-bounds.ts";
import { unpackBytes } from "./log-bytes.ts";
import { type ReadFrame, readText } from "./read-packed.ts";

/** How a packed log is gone on with. */
export interface PackedEnd {
  /** How many bytes of the file stay: all frames, the last one to the end of its last line. */
  readonly keep: number;
  /** What ends the last frame where its end is missing. */
  readonly ending: Buffer;
  /** What of the text must be added before the next line. */
  readonly missing: "" | "\n";
}

/**
 * Where a packed log that a run was writing goes on. Nothing that can be read is written a second time: a frame whose end is
 * missing gets one, and what follows has frames of its own.
 *
 * @throws KareninaError `invalid_input` where another program packed the log and something cut it off.
 */
export async function endOfPacked(file: string): Promise<PackedEnd> {
  let frame: ReadFrame | undefined;
  let line = { start: 0, ended: true, text: "" };
  const onFrame = (read: ReadFrame) => {
    frame = read;
  };
  const lines = splitLines(readText(file, { onFrame }), file, { skipsEmpty: true });
  for await (const { bytes, start, ended } of lines)
    line = { start, ended, text: ended ? "" : bytes.toString("utf8") };
  if (frame === undefined) return { keep: 0, ending: none, missing: "" };
  const isWhole = line.ended || isWholeEntry(line.text);
  const wanted = isWhole ? frame.textStart + frame.textLength : line.start;
  const keep = await endWithin(file, frame, wanted - frame.textStart);
  if (keep === undefined) throw cutElsewhere(file);
  const isEnded = frame.ended || keep === 0;
  return {
    keep: frame.start + keep,
    ending: isEnded ? none : lastBlock,
    missing: isWhole && !line.ended ? "\n" : "",
  };
}

const none = Buffer.alloc(0);

/** Where so much of the text of a frame ends, in its bytes; undefined where one cannot end it there. */
async function endWithin(file: string, frame: ReadFrame, textLength: number): Promise<number | undefined> {
  const { start, length } = frame;
  if (textLength === 0 && frame.textLength > 0) return 0;
  if (frame.ended) return textLength === frame.textLength ? length : undefined;
  if (frame.textLength > longestText) return undefined;
  await using handle = await open(file, "r");
  const packed = Buffer.alloc(length);
  await handle.read(packed, 0, length, start);
  if (!canBeEnded(packed)) return undefined;
  if (textLength === frame.textLength) return length;
  for (const end of [...blockEnds(packed)].reverse()) {
    const text = unpackBytes(packed.subarray(0, end), frame.textLength);
    if (text.length <= textLength) return text.length === textLength ? end : undefined;
  }
  return undefined;
}

function cutElsewhere(file: string): KareninaError {
  return new KareninaError(
    "invalid_input",
    `${file} was cut off, and its end is not as karenina packs logs: results cannot be added to it.`,
    { hint: `Go on with what is whole of it: zstd -dc ${file} > FILE.jsonl` },
  );
}
