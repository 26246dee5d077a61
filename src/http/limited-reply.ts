/** How much of a reply is read. */
interface ReplyLimit {
  /** Most bytes of the body as it is read, after decompression; an object or list of JSON counts as several. */
  readonly mostBytes: number;
  /** What a chunk counts for; it throws for one that makes the reply useless. Default: {@link weightOfJson}. */
  readonly weigh?: (chunk: Uint8Array) => number;
  /** Asked at each chunk; true: the count starts again. Default: the limit is that of the whole body. */
  readonly startsAnew?: () => boolean;
  /** Told when the body has ended, however it ended; with the error that ended it. */
  readonly onEnd?: (error?: unknown) => void;
}

/**
 * The reply with its body counted as it is read; beyond the limit it breaks off with an error whose code is that of a
 * reply too large before decompression.
 */
export function limitedReply(reply: Response, limit: ReplyLimit): Response {
  if (reply.body === null) return reply;
  const { status, statusText } = reply;
  // plain pairs: the headers may be of another copy of the class
  const headers = [...reply.headers.entries()].map(([name, value]): [string, string] => [name, value]);
  return new Response(countBytes(reply.body, limit), { status, statusText, headers });
}

function countBytes(
  body: ReadableStream<Uint8Array>,
  { mostBytes, weigh = weightOfJson, startsAnew, onEnd = () => undefined }: ReplyLimit,
): ReadableStream {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          controller.close();
          onEnd();
          return;
        }
        bytes = (startsAnew?.() ? 0 : bytes) + weigh(value);
        if (bytes > mostBytes) throw tooLarge(mostBytes);
        controller.enqueue(value);
      } catch (error) {
        controller.error(error);
        onEnd(error);
        await reader.cancel(error).catch(() => undefined);
      }
    },
    async cancel(reason) {
      onEnd();
      await reader.cancel(reason);
    },
  });
}

/** What makes `[`, 0x5b, of `{`: they differ in this bit alone, so that one comparison finds both. */
const objectOrList = 0x20;
const openObject = 0x7b;
/** What reads the body as JSON takes so many bytes for an object or list, be it as empty as it may. */
const weightOfNode = 64;

/** Bytes, and what objects and lists take beyond them. */
export function weightOfJson(chunk: Uint8Array): number {
  let nodes = 0;
  // by index: an iterator takes several times as long
  for (let at = 0; at < chunk.length; at += 1)
    if (((chunk[at] ?? 0) | objectOrList) === openObject) nodes += 1;
  return chunk.byteLength + nodes * weightOfNode;
}

/** The code of the error of a reply beyond its limit. */
export const tooLargeCode = "UND_ERR_RES_EXCEEDED_MAX_SIZE";

/** The error of a reply beyond its limit. */
export function tooLarge(mostBytes: number): Error {
  return Object.assign(new RangeError(`a reply is longer than ${mostBytes} bytes`), { code: tooLargeCode });
}

/** True for the error with which a reply beyond its limit breaks off. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof RangeError && "code" in error && error.code === tooLargeCode;
