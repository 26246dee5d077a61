import type { FileHandle } from "node:fs/promises";
import { longestText, tooLong } from "../../base/index.ts";

/** A line of a file and where it stands, in bytes. */
export interface FileLine {
  readonly number: number;
  readonly offset: number;
  readonly bytes: Buffer;
  /** False for a last line without its line break. */
  readonly complete: boolean;
}

const chunkSize = 256 * 1024;
const lineBreak = 0x0a;

/** The lines of a file one after another; never more than one line and one chunk in memory. */
export async function* fileLines(handle: FileHandle): AsyncGenerator<FileLine> {
  let rest: Buffer[] = [];
  let restLength = 0;
  let offset = 0;
  let number = 0;
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(chunkSize), 0, chunkSize, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    let chunk = buffer.subarray(0, bytesRead);
    for (let end = chunk.indexOf(lineBreak); end !== -1; end = chunk.indexOf(lineBreak)) {
      const bytes = Buffer.concat([...rest, chunk.subarray(0, end)]);
      number += 1;
      yield { number, offset, bytes, complete: true };
      offset += bytes.length + 1;
      rest = [];
      restLength = 0;
      chunk = chunk.subarray(end + 1);
    }
    if (chunk.length > 0) rest.push(chunk);
    restLength += chunk.length;
    if (restLength > longestText) throw tooLong(`The recording's line ${number + 1}`, restLength);
  }
  if (restLength > 0) yield { number: number + 1, offset, bytes: Buffer.concat(rest), complete: false };
}
