import { isUtf8 } from "node:buffer";
import { analyse } from "chardet";
import { KareninaError } from "../../base/index.ts";
import type { TableSource } from "./table.ts";

type Encoding = NonNullable<TableSource["encoding"]>;

/** So much of a file is looked at to guess its encoding, in bytes. */
const sampleBytes = 1 << 20;

/**
 * The encoding of a text: as it is given, else what a byte order mark says, else UTF-8 where it is that, else UTF-16 where every other byte is
 * zero, else a guess by how often letters follow each other.
 *
 * @throws KareninaError `configuration` for a name that is no encoding
 */
export function encodingOf(bytes: Buffer, given: string | undefined): Encoding {
  if (given !== undefined) return { name: knownEncoding(given), by: "given" };
  const mark = markOf(bytes);
  if (mark !== undefined) return { name: mark, by: "mark" };
  const zeros = zeroPlaces(bytes.subarray(0, 4096));
  if (zeros !== undefined) return { name: zeros, by: "form" };
  if (isUtf8(bytes)) return { name: "utf-8", by: "form" };
  const names = analyse(bytes.subarray(0, sampleBytes)).map(({ name }) => name.toLowerCase());
  const usable = names.find((name) => name !== "utf-8" && name !== "ascii" && isEncoding(name));
  return { name: usable === undefined ? "windows-1252" : knownEncoding(usable), by: "guess" };
}

function knownEncoding(label: string): string {
  if (isEncoding(label)) return new TextDecoder(label).encoding;
  throw new KareninaError("configuration", `There is no encoding ${JSON.stringify(label)}.`, {
    hint: "Such as utf-8, windows-1252, iso-8859-15, macintosh, utf-16le, shift_jis or gb18030.",
  });
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== "replacement";
  } catch {
    return false;
  }
}

function markOf(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 3).toString("hex") === "efbbbf") return "utf-8";
  const two = bytes.subarray(0, 2).toString("hex");
  if (two === "fffe") return "utf-16le";
  return two === "feff" ? "utf-16be" : undefined;
}

/** UTF-16 of a text in Latin letters has a zero at nearly every second byte. */
function zeroPlaces(sample: Buffer): string | undefined {
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 8;
  if (odd > many && even < odd / 8) return "utf-16le";
  return even > many && odd < even / 8 ? "utf-16be" : undefined;
}

const pieceBytes = 1 << 20;

/**
 * A text piece by piece, as UTF-8 without its mark.
 *
 * @throws KareninaError `file_unreadable` for bytes that are none of the encoding, with the line where they stand
 */
export function* utf8Pieces(bytes: Buffer, { name, by }: Encoding, file: string): Generator<Buffer> {
  const decoder = new TextDecoder(name, { fatal: true });
  let lines = 1;
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = bytes.subarray(at, at + pieceBytes);
    try {
      const text = decoder.decode(piece, { stream: at + pieceBytes < bytes.length });
      for (const letter of text) if (letter === "\n") lines += 1;
      yield Buffer.from(text);
    } catch (error) {
      const from = by === "given" ? "as --encoding says" : "as it seemed to be";
      throw new KareninaError(
        "file_unreadable",
        `${file} is not ${name}, ${from}: after line ${lines} stand bytes that are none.`,
        { hint: "Name another with --encoding, or save the file as UTF-8.", cause: error },
      );
    }
  }
}
