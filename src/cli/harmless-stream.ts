import { harmlessText } from "../base/index.ts";
import type { OutputStream } from "./command-io.ts";
import { escapeCharacter } from "./report/columns.ts";
import { eraseSequence } from "./report/terminal.ts";

/** The colours and weights that reports use; nothing that moves, erases or conceals. */
const ownStyle = new RegExp(`(${escapeCharacter}\\[(?:[0124]|2[24]|3[1-69])m)`);

/**
 * The one way to a terminal: everything printed passes through it, and nothing that commands a terminal or hides gets
 * out but this program's own colours, and those only where they are welcome.
 */
export function harmlessStream(stream: OutputStream): OutputStream {
  const clean = (text: string) =>
    stream.isTTY === true
      ? text
          .split(ownStyle)
          .map((part, index) => (index % 2 === 1 ? part : harmlessText(part)))
          .join("")
      : harmlessText(text);
  return {
    write: (text) => stream.write(clean(text)),
    rewrite: (lines, text) => void stream.write(eraseSequence(lines) + clean(text)),
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      return stream.columns ?? 0;
    },
  };
}
