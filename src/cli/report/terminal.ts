import { styleText } from "node:util";
import type { OutputStream } from "../command-io.ts";
import type { TableRoom } from "./table.ts";

/** Where a report is written, and what can be shown there. */
export interface Terminal {
  write(text: string): void;
  /** Writes in the place of so many lines at the end, the last of which has no line end. */
  rewrite(lines: number, text: string): void;
  /** True: lines can be rewritten. False: a file, a pipe or a terminal that cannot. */
  readonly interactive: boolean;
  /** Width in columns at this moment. */
  readonly columns: number;
  /** True: colours and characters outside ASCII are welcome. */
  readonly rich: boolean;
}

/** Environment variables that decide about colours: `NO_COLOR` (any text turns them off) and `TERM` (`dumb`). */
interface TerminalEnvironment {
  readonly NO_COLOR?: string | undefined;
  readonly TERM?: string | undefined;
}

const defaultColumns = 100;

/** A terminal on a stream. Without a width from the stream, lines are cut at 100 columns. */
export function terminalOn(stream: OutputStream, environment: TerminalEnvironment): Terminal {
  const interactive = stream.isTTY === true && environment.TERM !== "dumb";
  return {
    write: (text) => void stream.write(text),
    rewrite: (lines, text) =>
      stream.rewrite === undefined
        ? void stream.write(eraseSequence(lines) + text)
        : stream.rewrite(lines, text),
    interactive,
    rich: interactive && !environment.NO_COLOR,
    get columns() {
      return stream.columns || defaultColumns;
    },
  };
}

/** How wide a line may be before it has to be wrapped; where nobody looks, as wide as it is. */
export function roomOn({ interactive, columns }: Pick<Terminal, "interactive" | "columns">): number {
  return interactive ? columns : Number.POSITIVE_INFINITY;
}

/** The same of a stream: room for a table, whose texts take several lines where it is narrow. */
export function tableRoom({ isTTY, columns }: Pick<OutputStream, "isTTY" | "columns">): TableRoom {
  return { width: roomOn({ interactive: isTTY === true, columns: columns || defaultColumns }) };
}

/** How much of a question is shown in a row: more where the terminal is wide. */
export function questionRoom({ interactive, columns }: Terminal, least: number): number {
  return interactive ? Math.max(least, Math.floor(columns / 2)) : least;
}

/** What makes a terminal take back so many lines. */
export function eraseSequence(count: number): string {
  return count === 0 ? "" : `\r${count > 1 ? `\u001b[${count - 1}A` : ""}\u001b[J`;
}

/** How a piece of text is meant. */
export type Tone = "good" | "bad" | "warn" | "dim" | "strong";

const styles = { good: "green", bad: "red", warn: "yellow", dim: "dim", strong: "bold" } as const;

/** Colours a text where colours are welcome. */
export function paint(terminal: Pick<Terminal, "rich">, tone: Tone, text: string): string {
  return terminal.rich ? styleText(styles[tone], text, { validateStream: false }) : text;
}
