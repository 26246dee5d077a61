/** Collects a stream of bytes, of which only the first and the last are kept. */
interface KeptOutput {
  push(chunk: Uint8Array): void;
  /** All bytes that came. */
  readonly totalBytes: number;
  /** Bytes that were left out. */
  readonly omittedBytes: number;
  /** What was kept, as UTF-8; a line between head and tail says how much is missing. */
  text(): string;
}

/** Keeps at most `limit` bytes, half of them from each end, in memory of that size. */
export function keptOutput(limit: number): KeptOutput {
  const headLimit = Math.ceil(limit / 2);
  const tailLimit = limit - headLimit;
  const head: Uint8Array[] = [];
  const tail: Uint8Array[] = [];
  let headBytes = 0;
  let tailBytes = 0;
  let totalBytes = 0;
  const omitted = () => totalBytes - headBytes - Math.min(tailBytes, tailLimit);
  return {
    push(chunk) {
      totalBytes += chunk.length;
      const room = Math.min(headLimit - headBytes, chunk.length);
      if (room > 0) {
        // a copy, because a part would keep its whole chunk in memory
        head.push(chunk.slice(0, room));
        headBytes += room;
      }
      const rest = chunk.subarray(room);
      if (rest.length === 0 || tailLimit === 0) return;
      tail.push(rest.slice(-tailLimit));
      tailBytes += Math.min(rest.length, tailLimit);
      while (tail[0] !== undefined && tailBytes - tail[0].length >= tailLimit) {
        tailBytes -= tail[0].length;
        tail.shift();
      }
    },
    get totalBytes() {
      return totalBytes;
    },
    get omittedBytes() {
      return omitted();
    },
    text() {
      const first = Buffer.concat(head);
      const last = Buffer.concat(tail).subarray(-tailLimit || undefined);
      const left = omitted();
      if (left === 0) return decode(Buffer.concat([first, last]));
      return `${decodeWhole(first)}\n[… ${left} bytes left out …]\n${decode(fromWholeCharacter(last))}`;
    },
  };
}

const decode = (bytes: Uint8Array): string => new TextDecoder("utf-8").decode(bytes);
/** Without a character that was cut off at the end. */
const decodeWhole = (bytes: Uint8Array): string => new TextDecoder("utf-8").decode(bytes, { stream: true });

function fromWholeCharacter(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return bytes.subarray(start);
}
