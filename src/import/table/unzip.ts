import { type Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fromBufferPromise } from "yauzl";
import { KareninaError, messageOf } from "../../base/index.ts";

/** A file within a zip file. */
export interface ZipPart {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What of a zip file is read, and what it is called where it cannot be. */
export interface UnzipOptions {
  readonly isRead: (name: string) => boolean;
  /** Such as `workbook`. */
  readonly what: string;
  readonly hint: string;
}

/** What the parts that are read may unpack to, in bytes. */
const mostUnpacked = 192 * 1024 * 1024;
const mostParts = 100_000;

/**
 * The parts of a zip file. Every part is refused by the size it declares before it is unpacked, and while it is unpacked where it turns out larger.
 *
 * @throws KareninaError `file_unreadable` for what is no zip file, `invalid_input` for one that unpacks to more than is read
 */
export async function unzip(
  bytes: Buffer,
  name: string,
  { isRead, what, hint }: UnzipOptions,
): Promise<readonly ZipPart[]> {
  const tooMuch = (found: string) =>
    new KareninaError(
      "invalid_input",
      `${name}: expected a ${what} of at most ${mostUnpacked / 2 ** 20} MB unpacked, found ${found}.`,
      { hint },
    );
  const parts: ZipPart[] = [];
  let unpacked = 0;
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true });
    if (zip.entryCount > mostParts) throw tooMuch(`${zip.entryCount} parts`);
    for await (const entry of zip.eachEntry()) {
      if (!isRead(entry.fileName)) continue;
      unpacked += entry.uncompressedSize;
      if (unpacked > mostUnpacked) throw tooMuch(`${Math.ceil(unpacked / 2 ** 20)} MB`);
      const stream = await zip.openReadStreamPromise(entry);
      parts.push({ name: entry.fileName, bytes: await bytesOf(stream, entry.uncompressedSize) });
    }
  } catch (error) {
    if (KareninaError.isInstance(error)) throw error;
    throw new KareninaError(
      "file_unreadable",
      `${name} is no ${what} that can be read: ${messageOf(error)}.`,
      {
        hint,
        cause: error,
      },
    );
  }
  return parts;
}

/** Collects no more than an entry declares; yauzl ends a stream that goes on. */
async function bytesOf(stream: Readable, declared: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  const collect = new Writable({
    write(piece: Buffer, _encoding, done) {
      size += piece.length;
      pieces.push(piece);
      done(size > declared ? new Error("a part is larger than it declares") : null);
    },
  });
  await pipeline(stream, collect);
  return Buffer.concat(pieces);
}
