import { type FileHandle, open } from "node:fs/promises";
import {
  isJsonObject,
  type JsonValue,
  KareninaError,
  mapTexts,
  maskGiven,
  maskSecrets,
  messageOf,
  refusePipeOutput,
  TransportError,
} from "../../base/index.ts";
import { type Exchange, exchangeCodec, type RecordedError } from "./exchange.ts";
import { loadRecording } from "./recording.ts";

/** Appends exchanges to a file. */
export interface Recorder {
  /** Numbers this request among equal ones, from 0; call it when the request starts. */
  next(key: string): number;
  /** Resolves when the line is in the file. */
  append(exchange: Exchange): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** How a recording is written. */
interface RecorderOptions {
  /**
   * Replaced by `[hidden]` in requests, replies and errors. Those shorter than 8 characters are placeholders such as
   * `test` or `ollama`: replies, which have to be replayed as they were, keep them.
   */
  readonly secrets?: readonly (string | undefined)[];
}

/** A transport error as recorded; undefined for errors that say nothing about the model, such as a cancelled call. */
export function recordedError(error: unknown): RecordedError | undefined {
  if (!TransportError.isInstance(error)) return undefined;
  const { category, message, hint, status, retryAfterMs, partialText } = error;
  return { category, message, hint, status, retryAfterMs, partialText };
}

/**
 * Opens a file for recording: one JSON line per exchange, each written before its caller goes on. An existing
 * recording is continued. Throws `KareninaError` with code `file_unwritable`, or those of `loadRecording`.
 *
 * @example
 * await using recorder = await openRecorder("calls.jsonl", { secrets: [apiKey] });
 * const llm = recordingLlm(live, recorder, { modelName });
 */
export async function openRecorder(path: string, { secrets = [] }: RecorderOptions = {}): Promise<Recorder> {
  const unwritable = (cause: unknown) =>
    new KareninaError("file_unwritable", `The recording ${path} cannot be written: ${messageOf(cause)}`, {
      cause,
    });
  await refusePipeOutput(path);
  const handle: FileHandle = await open(path, "a+").catch((cause: unknown) => {
    throw unwritable(cause);
  });
  const counts = await countsSoFar(path, handle);
  let written: Promise<void> = Promise.resolve();
  let closed: Promise<void> | undefined;
  return {
    next(key) {
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      return count;
    },
    append(exchange) {
      const line = `${JSON.stringify(withoutSecrets(exchangeCodec.encode(exchange), secrets))}\n`;
      const writing = written.then(() => handle.appendFile(line));
      written = writing.catch(() => undefined);
      return writing.catch((cause: unknown) => {
        throw unwritable(cause);
      });
    },
    [Symbol.asyncDispose]() {
      closed ??= written.then(() => handle.close());
      return closed;
    },
  };
}

async function countsSoFar(path: string, handle: FileHandle): Promise<Map<string, number>> {
  if ((await handle.stat()).size === 0) return new Map();
  try {
    await using recording = await loadRecording(path);
    return new Map(recording.counts);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Shortest secret that may be cut out of what is replayed; a real key is longer. */
const shortestKey = 8;

function withoutSecrets(exchange: JsonValue, secrets: NonNullable<RecorderOptions["secrets"]>): JsonValue {
  if (!isJsonObject(exchange)) return exchange;
  const { error, ...rest } = exchange;
  const kept = mapTexts(rest, (text) => maskGiven(text, secrets, shortestKey));
  if (error === undefined || !isJsonObject(kept)) return kept;
  return { ...kept, error: mapTexts(error, (text) => maskSecrets(text, secrets)) };
}
