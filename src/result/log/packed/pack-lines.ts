import { once } from "node:events";
import { constants, createZstdCompress, type ZstdCompress } from "node:zlib";

/** Packs text into frames, one behind the other. */
export interface Packer {
  /** The bytes to write so that this text, and all before, can be read. */
  pack(text: string): Promise<Buffer>;
  /** The bytes that end the last frame. */
  end(): Promise<Buffer>;
}

/** A frame ends behind so many bytes of text: one result is read by unpacking the frame in which it stands. */
const frameBytes = 256 * 1024;
/** The level that takes the least time. */
const level = 1;

/**
 * What is packed is flushed with each text, in one frame as long as it is short: lines that follow one another are alike, so that a
 * line of 3.7 kB takes 0.6, and 1.5 in a frame of its own.
 */
export function openPacker(): Packer {
  let open: OpenFrame | undefined;
  return {
    async pack(text) {
      const bytes = Buffer.from(text);
      open ??= openFrame();
      const { size } = open;
      open.size = size + bytes.length;
      if (open.size < frameBytes) return await flushed(open, bytes);
      const last = open;
      open = undefined;
      return await ended(last, bytes);
    },
    async end() {
      const last = open;
      open = undefined;
      return last === undefined ? Buffer.alloc(0) : await ended(last);
    },
  };
}

/** Some texts as whole frames. */
export async function* packTexts(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  const packer = openPacker();
  for await (const text of texts) yield await packer.pack(text);
  yield await packer.end();
}

interface OpenFrame {
  readonly stream: ZstdCompress;
  /** What was packed and not taken yet. */
  readonly packed: Buffer[];
  /** How much text it holds, in bytes. */
  size: number;
}

function openFrame(): OpenFrame {
  const stream = createZstdCompress({
    flush: constants.ZSTD_e_flush,
    params: { [constants.ZSTD_c_compressionLevel]: level },
  });
  const packed: Buffer[] = [];
  stream.on("data", (bytes: Buffer) => packed.push(bytes));
  return { stream, packed, size: 0 };
}

async function flushed({ stream, packed }: OpenFrame, bytes: Buffer): Promise<Buffer> {
  await new Promise<void>((resolve, reject) => {
    stream.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
  // what has not been told as data yet is told now
  while (stream.read() !== null);
  return Buffer.concat(packed.splice(0));
}

async function ended({ stream, packed }: OpenFrame, bytes: Buffer = Buffer.alloc(0)): Promise<Buffer> {
  const end = once(stream, "end");
  stream.end(bytes);
  await end;
  return Buffer.concat(packed.splice(0));
}
