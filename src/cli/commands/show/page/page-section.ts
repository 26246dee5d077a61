import type { VerificationResult } from "../../../../result/index.ts";
import type { Terminal } from "../../../report/terminal.ts";
import { wrapText } from "../../../report/wrap-lines.ts";

/** How the page of a result is shown. */
export interface PageView {
  /** `columns`: what a section's lines may take. */
  readonly terminal: Pick<Terminal, "rich" | "columns">;
  /** Nothing is cut. */
  readonly full: boolean;
}

/** A part of the page: the lines under its title; none: it is left out. */
export type SectionLines = (result: VerificationResult, view: PageView) => readonly string[];

/** A label and a text that may take several lines, which stand under the first. */
export function labelledLines(label: string, text: string, view: PageView): readonly string[] {
  const margin = " ".repeat(label.length);
  return wrapText(text, Math.max(20, view.terminal.columns - label.length)).map(
    (line, at) => `${at === 0 ? label : margin}${line}`,
  );
}
