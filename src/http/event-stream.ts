import { lineReader } from "../base/index.ts";

const longestLineBytes = 64 * 1024 * 1024;
const endOfEvent = Buffer.from("\n\n");

/** Cuts server-sent events out of the bytes of a body. */
interface EventReader {
  /** Tells of each event that these bytes complete. What `each` throws goes through. */
  push(piece: Uint8Array): void;
  /** The body is over: an event that has begun is complete. */
  end(): void;
}

/** The data of each event goes to `each`; comments, names and other fields are passed over. Lines end in LF or CRLF. */
export function eventReader(each: (data: string) => void): EventReader {
  const reader = lineReader(longestLineBytes);
  let data: string | undefined;
  let isFirst = true;
  const push = (piece: Uint8Array) => {
    for (const read of reader.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength))) {
      // a mark of the order of bytes says nothing
      const line = isFirst && read.startsWith("\ufeff") ? read.slice(1) : read;
      isFirst = false;
      if (line.startsWith("data:")) {
        const said = line.slice(line[5] === " " ? 6 : 5);
        data = data === undefined ? said : `${data}\n${said}`;
      } else if (line === "" && data !== undefined) {
        const event = data;
        data = undefined;
        each(event);
      }
    }
  };
  return { push, end: () => push(endOfEvent) };
}
