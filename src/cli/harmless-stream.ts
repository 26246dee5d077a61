import { harmlessText } from "../base/index.ts";
import type { OutputStream } from "./command-io.ts";
import { escapeCharacter } from "./report/columns.ts";
import { eraseSequence } from "./report/terminal.ts";

/** The colours and weights that reports use; nothing that moves, erases or conceals. */
const ownStyle = new RegExp(`(${escapeCharacter}\\[(?:[0124]|2[24]|3[1-69])m)`);

/**
 * The one way to a terminal: everything printed passes through it, and nothing that commands a terminal or hides gets
 * out but this program's own colours, and those only where they are welcome.
 *
 * @param isWatched whoever reads the stream obeys lines such as `::stop-commands::`, as GitHub Actions does: those of
 *   models and files get a space that makes them text
 */
export function harmlessStream(stream: OutputStream, { isWatched = false } = {}): OutputStream {
  // the line that is being written, as far as it may become a command
  let begun = "";

  function clean(text: string): string {
    const harmless = withoutControls(text);
    if (!isWatched) return harmless;
    const inert = withoutCommands(begun + harmless).slice(begun.length);
    const line = (begun + harmless).slice((begun + harmless).lastIndexOf("\n") + 1);
    begun = /^[^\S\n]{0,10000}(?::|#{1,2})?$/.test(line) ? line : line.endsWith("#") ? "x#" : "x";
    return inert;
  }

  const withoutControls = (text: string) =>
    stream.isTTY === true
      ? text
          .split(ownStyle)
          .map((part, index) => (index % 2 === 1 ? part : harmlessText(part)))
          .join("")
      : harmlessText(text);
  return {
    write: (text) => stream.write(clean(text)),
    command: (line) => void stream.write(`${harmlessText(line)}\n`),
    rewrite: (lines, text) => void stream.write(eraseSequence(lines) + clean(text)),
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      return stream.columns ?? 0;
    },
  };
}

/** `::` at the beginning of a line, and `##[` anywhere, are commands of a workflow. */
function withoutCommands(text: string): string {
  return text.replace(/(?<=^[^\S\n]*):(?=:)/gm, ": ").replaceAll("##[", "## [");
}
