import { once } from "node:events";
import { createServer } from "node:http";
import * as zlib from "node:zlib";
import { expect, test } from "vitest";
import { createHttpClient } from "./index.ts";

async function answered(
  body: Uint8Array | string,
  encoding: string,
  maxReplyBytes = 10_000,
): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-encoding": encoding }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`;
  await using client = createHttpClient({ maxReplyBytes });
  try {
    const signal = new AbortController().signal;
    return (await client.post(url, { headers: {}, body: "{}", signal })).text;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const text = JSON.stringify({ said: "It is BCL2, naïvely." });

test.each([
  ["gzip", zlib.gzipSync(text)],
  ["GZIP", zlib.gzipSync(text)],
  ["br", zlib.brotliCompressSync(text)],
  ["deflate", zlib.deflateSync(text)],
  ["deflate", zlib.deflateRawSync(text)],
  ["zstd", zlib.zstdCompressSync(text)],
  ["br, gzip", zlib.gzipSync(zlib.brotliCompressSync(text))],
  ["identity", text],
])("a reply that a server compresses without being asked is read: %s", async (encoding, body) => {
  expect(await answered(body, encoding)).toBe(text);
});

test.each([
  ["gzip", zlib.gzipSync],
  ["br", zlib.brotliCompressSync],
  ["deflate", zlib.deflateSync],
  ["zstd", zlib.zstdCompressSync],
])("the limit of a reply is that after decompression: %s", async (encoding, compress) => {
  await expect(answered(compress(" ".repeat(1_000_000)), encoding)).rejects.toMatchObject({
    code: "UND_ERR_RES_EXCEEDED_MAX_SIZE",
  });
});

test("a body that is not what its encoding says, and an unknown encoding, are said by name", async () => {
  await expect(answered(text, "gzip")).rejects.toThrow("is no gzip, as its content encoding says");
  await expect(answered(text, "zip")).rejects.toThrow('unknown content encoding "zip"');
});
