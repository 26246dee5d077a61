import { cutToColumns } from "./columns.ts";
import type { Terminal } from "./terminal.ts";

/** Lines at the end of a terminal that are written over. */
interface LiveLines {
  /** Puts these lines in the place of those shown before. */
  show(lines: readonly string[]): void;
  /** Takes them away. */
  clear(): void;
}

/** Live lines on a terminal; each is cut to its width, so that it never wraps. */
export function liveLines(terminal: Terminal): LiveLines {
  let shown = 0;

  return {
    show(lines) {
      const width = terminal.columns - 1;
      const text = lines.map((line) => cutToColumns(line, width)).join("\n");
      terminal.rewrite(shown, text);
      shown = lines.length;
    },
    clear() {
      if (shown > 0) terminal.rewrite(shown, "");
      shown = 0;
    },
  };
}
