import { parentPort, Worker, workerData } from "node:worker_threads";
import { compileCache } from "../../base/index.ts";
import type { VerificationResult } from "../verification-result.ts";
import type { LinePlace } from "./log-entry.ts";
import { type LogBytes, lastUnpackedFrame } from "./packed/log-bytes.ts";
import { readingBlock, readPlaces } from "./read-places.ts";

/** How something small is worked out of each result, in this thread or in others. */
export interface Digester<Digest> {
  /** The module of the threads: it hands `start` to {@link serveDigests}. */
  readonly module: URL;
  /** What threads give `start`. */
  readonly data: unknown;
  /**
   * Makes a function that is asked for some results of a file, one after the other. What it gives is plain data that reads
   * the same after a way through JSON.
   */
  readonly start: () => (result: VerificationResult) => Digest;
}

/** Some results of a log that a thread is asked to read. */
export interface DigestRequest extends Pick<LogBytes, "file" | "frames"> {
  readonly places: readonly LinePlace[];
}

/** The digests as lines of JSON in UTF-8; null where a result could not be read: whoever asked finds out why. */
export type DigestReply = Uint8Array<ArrayBuffer> | null;

/** A thread that works out digests. */
export interface DigestThread extends AsyncDisposable {
  /** Requests are answered one after the other; null also where the thread is gone, out of memory say. */
  ask(request: DigestRequest): Promise<DigestReply>;
}

/** Starts a thread; whoever starts it disposes of it. */
export function startDigestThread({
  module,
  data,
}: Pick<Digester<unknown>, "module" | "data">): DigestThread {
  const worker = new Worker(module, { workerData: data, env: compileCache(), execArgv: [] });
  const waiting: ((reply: DigestReply) => void)[] = [];
  let gone = false;
  const end = () => {
    gone = true;
    for (const answer of waiting.splice(0)) answer(null);
  };
  worker.on("message", (reply: DigestReply) => waiting.shift()?.(reply));
  worker.on("error", end).on("exit", end);
  return {
    ask: (request) =>
      new Promise((answer) => {
        if (gone) return answer(null);
        waiting.push(answer);
        worker.postMessage(request);
      }),
    [Symbol.asyncDispose]: async () => void (await worker.terminate()),
  };
}

/** Makes a module the one whose threads work out digests. */
export function serveDigests(start: (data: unknown) => (result: VerificationResult) => unknown): void {
  const block = readingBlock();
  const unpacked = lastUnpackedFrame();
  const answer = ({ file, frames, places }: DigestRequest): DigestReply => {
    const digest = start(workerData);
    try {
      const lines = growingBytes();
      for (const [, result] of readPlaces({ file, frames, unpacked }, places, undefined, block))
        lines.add(`${JSON.stringify(digest(result))}\n`);
      return lines.bytes();
    } catch {
      return null;
    }
  };
  parentPort?.on("message", (request: DigestRequest) => {
    const digests = answer(request);
    parentPort?.postMessage(digests, digests === null ? [] : [digests.buffer]);
  });
}

const fewBytes = 256 * 1024;
const mostBytesOfUnit = 3;

/** Texts one behind the other in UTF-8, each written as it comes: texts that are kept cost more. */
function growingBytes(): { add(text: string): void; bytes(): Uint8Array<ArrayBuffer> } {
  let bytes = Buffer.allocUnsafeSlow(fewBytes);
  let length = 0;
  return {
    add(text) {
      const needed = length + text.length * mostBytesOfUnit;
      if (needed > bytes.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * bytes.length));
        bytes.copy(larger, 0, 0, length);
        bytes = larger;
      }
      length += bytes.write(text, length);
    },
    bytes: () => bytes.subarray(0, length),
  };
}
