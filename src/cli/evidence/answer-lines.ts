import { styleText } from "node:util";
import { codePointLength } from "../../base/index.ts";
import type { JudgedText, ShownEvidence } from "../../report/index.ts";
import { paint, type Terminal } from "../report/terminal.ts";
import { type TextSpan, wrapSpans } from "../report/wrap-lines.ts";
import { bracketsFor, type MarkedText, markText } from "./mark-text.ts";
import { passagesOf } from "./passages.ts";
import { visibleText } from "./visible-text.ts";

type Screen = Pick<Terminal, "rich" | "columns">;

const colours = ["cyan", "magenta", "yellow", "green", "blue", "red"] as const;

/** Text in the colour that an attribute or trait has by its number. */
export function paintItem(terminal: Pick<Terminal, "rich">, number: number, text: string): string {
  return terminal.rich ? styleText(colourOf(number), text, { validateStream: false }) : text;
}

const colourOf = (number: number) => colours[(number - 1) % colours.length] ?? "cyan";

const kinds = { marker: ["bold"], quoted: ["underline"], overlap: ["underline", "bold"] } as const;

/** Which number stands for which attribute or trait, on one line; empty without any. */
export function legendText(items: readonly ShownEvidence[], terminal: Pick<Terminal, "rich">): string {
  const nameOf = ({ number, name, kind }: ShownEvidence) => {
    const text = `${number} ${visibleText(name).replace(/\s+/g, " ")}${kind === "trait" ? " (trait)" : ""}`;
    return paintItem(terminal, number, text);
  };
  const parts = Object.entries(legends).flatMap(([role, words]) => {
    const names = items.filter((item) => item.role === role).map(nameOf);
    return names.length === 0 ? [] : [`${words}: ${names.join(", ")}`];
  });
  return parts.join("; ");
}

const legends: { readonly [Role in ShownEvidence["role"]]: string } = {
  evidence: "Quoted for",
  unsupported: "Not supported by the contexts",
};

/**
 * A text that a judge read as lines of a terminal, each behind a bar, so that nothing a model wrote looks like a line of
 * this program. Quoted passages stand between markers; of a long text only what surrounds them is shown, unless
 * `full`.
 */
export function answerLines(
  { text, marks }: Pick<JudgedText, "text" | "marks">,
  terminal: Screen,
  full: boolean,
): readonly string[] {
  if (text.trim() === "") return ["(empty)"];
  const visible = visibleText(text);
  const brackets = bracketsFor(visible, terminal.rich);
  const passages = full ? [{ start: 0, end: visible.length }] : passagesOf(visible, marks);
  const lines: string[] = [];
  let shown = 0;
  for (const passage of passages) {
    lines.push(...gapLines(visible, { start: shown, end: passage.start }, terminal));
    const marked = markText(visible.slice(passage.start, passage.end), within(marks, passage), brackets);
    lines.push(...barredLines(marked, terminal));
    shown = passage.end;
  }
  lines.push(...gapLines(visible, { start: shown, end: visible.length }, terminal));
  return lines;
}

function within(marks: JudgedText["marks"], { start, end }: TextSpan): JudgedText["marks"] {
  return marks
    .filter((mark) => mark.start >= start && mark.end <= end)
    .map((mark) => ({ ...mark, start: mark.start - start, end: mark.end - start }));
}

function gapLines(text: string, { start, end }: TextSpan, terminal: Screen): readonly string[] {
  const gap = text.slice(start, end).trim();
  if (gap === "") return [];
  const dots = terminal.rich ? "…" : "...";
  const characters = codePointLength(gap).toLocaleString("en-US");
  return [paint(terminal, "dim", `${dots} ${characters} characters ${dots}`)];
}

function barredLines(marked: MarkedText, terminal: Screen): readonly string[] {
  const bar = paint(terminal, "dim", terminal.rich ? "│" : "|");
  const spans = wrapSpans(marked.text, Math.max(20, terminal.columns - 2), marked.glued);
  return spans.map((span) => `${bar} ${paintSpan(marked, span, terminal)}`.trimEnd());
}

function paintSpan({ text, styles }: MarkedText, span: TextSpan, terminal: Screen): string {
  if (!terminal.rich) return text.slice(span.start, span.end);
  let painted = "";
  let done = span.start;
  for (const { start, end, item, kind } of styles) {
    if (end <= span.start || start >= span.end) continue;
    const from = Math.max(start, span.start);
    const until = Math.min(end, span.end);
    painted += text.slice(done, from);
    painted += styleText([colourOf(item), ...kinds[kind]], text.slice(from, until), {
      validateStream: false,
    });
    done = until;
  }
  return painted + text.slice(done, span.end);
}
