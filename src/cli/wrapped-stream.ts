import type { OutputStream } from "./command-io.ts";
import { columnsOf } from "./report/columns.ts";

/** What is copied in one piece: a command up to the end of its sentence, or a word. */
const piece = /(?:npx|npm) .*?(?=\.(?: |$)|$)\.?|[^ ]+/g;

/** A terminal on which lines are broken between words; a command or a word that is wider is left whole. */
export function wrappedStream(stream: OutputStream): OutputStream {
  return {
    write(text) {
      const columns = stream.isTTY === true ? (stream.columns ?? 0) : 0;
      return stream.write(
        columns === 0
          ? text
          : text
              .split("\n")
              .map((line) => wrapLine(line, columns))
              .join("\n"),
      );
    },
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      return stream.columns ?? 0;
    },
  };
}

function wrapLine(line: string, columns: number): string {
  if (columnsOf(line) <= columns) return line;
  const margin = /^ */.exec(line)?.[0] ?? "";
  const lines: string[] = [];
  let current = margin;
  for (const [word] of line.matchAll(piece)) {
    const isFirst = current.trim() === "";
    if (!isFirst && columnsOf(current) + 1 + columnsOf(word) > columns) {
      lines.push(current);
      current = `${margin}  ${word}`;
    } else current += isFirst ? word : ` ${word}`;
  }
  return [...lines, current].join("\n");
}
