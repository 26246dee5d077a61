const newline = 0x0a;

/** Cuts a stream of bytes into lines. */
interface LineReader {
  /**
   * The lines that this chunk completes, without their ends.
   *
   * @throws RangeError when a line grows past the limit.
   */
  push(chunk: Buffer): readonly string[];
}

/** A reader that keeps what it has of an unfinished line, however many chunks that takes, without copying it each time. */
export function lineReader(longestLine: number): LineReader {
  let kept: Buffer[] = [];
  let keptBytes = 0;
  return {
    push(chunk) {
      const lines: string[] = [];
      let start = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
        const line = Buffer.concat([...kept, chunk.subarray(start, end)]).toString("utf8");
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
