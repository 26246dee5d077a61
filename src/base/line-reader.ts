import { isUtf8 } from "node:buffer";

const newline = 0x0a;

/** Cuts a stream of bytes into lines. */
interface LineReader {
  /**
   * The lines that this chunk completes, without their ends.
   *
   * @throws RangeError when a line grows past the limit, and for one that is no UTF-8 where that is asked for.
   */
  push(chunk: Buffer): readonly string[];
}

/**
 * A reader that keeps what it has of an unfinished line, however many chunks that takes, without copying it each time.
 *
 * @param isStrict whether a line that is no UTF-8 is refused; else what is none becomes U+FFFD. Default false.
 */
export function lineReader(longestLine: number, isStrict = false): LineReader {
  let kept: Buffer[] = [];
  let keptBytes = 0;
  return {
    push(chunk) {
      const lines: string[] = [];
      let start = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
        const bytes = Buffer.concat([...kept, chunk.subarray(start, end)]);
        if (isStrict && !isUtf8(bytes)) throw new RangeError("it writes what is not UTF-8");
        const line = bytes.toString("utf8");
        lines.push(line.endsWith("\r") ? line.slice(0, -1) : line);
        kept = [];
        keptBytes = 0;
        start = end + 1;
      }
      if (start < chunk.length) {
        kept.push(chunk.subarray(start));
        keptBytes += chunk.length - start;
      }
      if (keptBytes > longestLine) throw new RangeError(`a message is longer than ${longestLine} bytes`);
      return lines;
    },
  };
}
