import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { ownEntry } from "../base/index.ts";
import { tooLarge } from "./limited-reply.ts";

type Decode = (body: Uint8Array, limit: { readonly maxOutputLength?: number }) => Promise<Uint8Array>;

const inflate = promisify(zlib.inflate);
const inflateRaw = promisify(zlib.inflateRaw);
const gunzip = promisify(zlib.gunzip);
/** Some servers send what is called deflate without its frame. */
const isFramed = (body: Uint8Array): boolean => ((body[0] ?? 0) & 0x0f) === 0x08;

const decoders: { readonly [encoding: string]: Decode | undefined } = {
  identity: async (body) => body,
  gzip: gunzip,
  "x-gzip": gunzip,
  deflate: (body, limit) => (isFramed(body) ? inflate(body, limit) : inflateRaw(body, limit)),
  br: promisify(zlib.brotliDecompress),
  zstd: promisify(zlib.zstdDecompress),
};

/**
 * The text of a body that came with this `content-encoding`.
 *
 * @param maxBytes most bytes after decompression; -1: without limit
 */
export async function decodedBody(
  body: Uint8Array,
  contentEncoding: string | readonly string[] | undefined,
  maxBytes: number,
): Promise<string> {
  const limit = maxBytes < 0 ? {} : { maxOutputLength: maxBytes };
  let decoded = body;
  for (const encoding of encodingsOf(contentEncoding).toReversed()) {
    const decode = ownEntry(decoders, encoding);
    if (decode === undefined)
      throw unreadable(`has the unknown content encoding ${JSON.stringify(encoding)}`);
    decoded = await decode(decoded, limit).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(maxBytes);
      throw unreadable(`is no ${encoding}, as its content encoding says`, error);
    });
  }
  return new TextDecoder().decode(decoded);
}

const encodingsOf = (header: string | readonly string[] | undefined): readonly string[] =>
  [header ?? []]
    .flat()
    .flatMap((text) => text.split(","))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");

const unreadable = (what: string, cause?: unknown): Error => new Error(`its reply ${what}`, { cause });
