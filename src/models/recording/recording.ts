import { type FileHandle, open } from "node:fs/promises";
import {
  type FileLine,
  KareninaError,
  messageOf,
  readErrorCode,
  refuseSpecialInput,
  refuseUnsafeJson,
  sha256,
  splitLines,
} from "../../base/index.ts";
import type { PortCapabilities } from "../../ports/index.ts";
import { lastUserText } from "../../trace/index.ts";
import { type Exchange, exchangeCodec, recordingVersion } from "./exchange.ts";

/** A recording opened for replay. Replies stay in the file until they are asked for. */
export interface Recording {
  readonly path: string;
  /** How often each request was recorded. */
  readonly counts: ReadonlyMap<string, number>;
  /** Recorded language models and what they could do. */
  readonly models: ReadonlyMap<string, PortCapabilities>;
  /** True when a request ending in this text was recorded for the model, whatever its other settings. */
  hasPrompt(model: string, lastUserText: string): boolean;
  /** The next unused exchange of a request, in the order recorded; undefined when there is none left. */
  take(key: string): Promise<Exchange | undefined>;
  [Symbol.asyncDispose](): Promise<void>;
}

interface Place {
  readonly offset: number;
  readonly length: number;
  readonly occurrence: number;
}

/**
 * Opens a recording, reading it through once. Throws `KareninaError` with code `file_not_found`, `file_unreadable`
 * (naming the damaged line) or `format_from_future`.
 */
export async function loadRecording(path: string): Promise<Recording> {
  await refuseSpecialInput(path, `The recording ${path}`);
  const handle = await open(path, "r").catch((cause: unknown) => {
    const missing = readErrorCode(cause) === "ENOENT";
    const what = missing ? "does not exist" : `cannot be read: ${messageOf(cause)}`;
    throw new KareninaError(
      missing ? "file_not_found" : "file_unreadable",
      `The recording ${path} ${what}.`,
      { cause },
    );
  });
  try {
    return await indexed(path, handle);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function indexed(path: string, handle: FileHandle): Promise<Recording> {
  const places = new Map<string, Place[]>();
  const models = new Map<string, PortCapabilities>();
  const prompts = new Set<string>();
  const promptKey = (model: string, text: string) => sha256(JSON.stringify([model, text]));
  for await (const line of splitLines(chunksOf(handle), `The recording ${path}`)) {
    if (line.ended && line.bytes.length === 0) continue;
    const exchange = exchangeOf(path, line);
    const place = { offset: line.start, length: line.bytes.length, occurrence: exchange.occurrence };
    const known = places.get(exchange.key);
    if (known === undefined) places.set(exchange.key, [place]);
    else known.push(place);
    if (exchange.kind === "llm") {
      models.set(exchange.model, exchange.capabilities);
      prompts.add(promptKey(exchange.model, lastUserText(exchange.request.messages)));
    }
  }
  for (const list of places.values()) list.sort((left, right) => left.occurrence - right.occurrence);
  const used = new Map<string, number>();
  let closed: Promise<void> | undefined;
  return {
    path,
    models,
    counts: new Map([...places].map(([key, list]) => [key, (list.at(-1)?.occurrence ?? -1) + 1])),
    hasPrompt: (model, text) => prompts.has(promptKey(model, text)),
    async take(key) {
      const count = used.get(key) ?? 0;
      const place = places.get(key)?.[count];
      if (place === undefined) return undefined;
      used.set(key, count + 1);
      const { buffer } = await handle.read(Buffer.alloc(place.length), 0, place.length, place.offset);
      return exchangeCodec.decode(JSON.parse(buffer.toString("utf8")), path);
    },
    [Symbol.asyncDispose]() {
      closed ??= handle.close();
      return closed;
    },
  };
}

const chunkBytes = 256 * 1024;

async function* chunksOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(chunkBytes), 0, chunkBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function exchangeOf(path: string, line: FileLine): Exchange {
  const where = `${path}, line ${line.number}`;
  let json: unknown;
  try {
    const text = line.bytes.toString("utf8");
    refuseUnsafeJson(text, where);
    json = JSON.parse(text);
    if (!line.ended) throw new Error("the line has no end");
  } catch (cause) {
    throw new KareninaError("file_unreadable", `The recording ${where} is damaged: ${messageOf(cause)}`, {
      hint: line.ended
        ? "Record again, or remove the line."
        : "The recording was cut off while this line was written: remove the line to go on.",
      cause,
    });
  }
  const version = typeof json === "object" && json !== null && "version" in json ? json.version : undefined;
  if (typeof version === "number" && version > recordingVersion) {
    throw new KareninaError(
      "format_from_future",
      `The recording ${where} has version ${version}; this program reads up to ${recordingVersion}.`,
      { hint: "Update karenina." },
    );
  }
  try {
    return exchangeCodec.decode(json, where);
  } catch (cause) {
    throw new KareninaError("file_unreadable", `The recording ${where} is damaged: ${messageOf(cause)}`, {
      cause,
    });
  }
}
