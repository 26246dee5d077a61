import { type Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Entry, fromBufferPromise } from "yauzl";
import { KareninaError, messageOf } from "../../base/index.ts";

/** A file within a workbook. */
export interface WorkbookPart {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What the parts that are read may unpack to, in bytes. */
const mostUnpacked = 192 * 1024 * 1024;
const mostParts = 10_000;

/**
 * The parts of a workbook that hold its tables. Every part is refused by the size it declares before it is unpacked, and while it is unpacked
 * where it turns out larger; pictures and programs are left packed.
 *
 * @throws KareninaError `file_unreadable` for what is no zip file, `invalid_input` for one that unpacks to more than is read
 */
export async function unzipWorkbook(bytes: Buffer, name: string): Promise<readonly WorkbookPart[]> {
  const parts: WorkbookPart[] = [];
  let unpacked = 0;
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true });
    if (zip.entryCount > mostParts) throw tooMuch(name, `${zip.entryCount} parts`);
    for await (const entry of zip.eachEntry()) {
      if (!isOfTables(entry)) continue;
      unpacked += entry.uncompressedSize;
      if (unpacked > mostUnpacked) throw tooMuch(name, `${Math.ceil(unpacked / 2 ** 20)} MB unpacked`);
      const stream = await zip.openReadStreamPromise(entry);
      parts.push({ name: entry.fileName, bytes: await bytesOf(stream, entry) });
    }
  } catch (error) {
    if (KareninaError.isInstance(error)) throw error;
    throw new KareninaError(
      "file_unreadable",
      `${name} is no workbook that can be read: ${messageOf(error)}.`,
      {
        hint: "Open it in a spreadsheet program and save it again as .xlsx or .csv.",
        cause: error,
      },
    );
  }
  return parts;
}

const isOfTables = ({ fileName }: Entry): boolean =>
  /(?:\.xml|\.rels|^mimetype)$/i.test(fileName) && !/^(?:customXml|xl\/media|Thumbnails)\//i.test(fileName);

/** Collects no more than an entry declares; yauzl ends a stream that goes on. */
async function bytesOf(stream: Readable, { uncompressedSize }: Entry): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  const collect = new Writable({
    write(piece: Buffer, _encoding, done) {
      size += piece.length;
      pieces.push(piece);
      done(size > uncompressedSize ? new Error("a part is larger than it declares") : null);
    },
  });
  await pipeline(stream, collect);
  return Buffer.concat(pieces);
}

function tooMuch(name: string, found: string): KareninaError {
  return new KareninaError(
    "invalid_input",
    `${name}: expected a workbook of at most ${mostUnpacked / 2 ** 20} MB unpacked in ${mostParts.toLocaleString("en")} parts, found ${found}.`,
    { hint: "Save the sheet as .csv and import that." },
  );
}
