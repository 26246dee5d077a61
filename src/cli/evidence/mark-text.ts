import type { Mark } from "../../report/index.ts";
import type { TextSpan } from "../report/wrap-lines.ts";

/** What a marker begins and ends with. */
export interface Brackets {
  readonly open: string;
  readonly close: string;
  /** True: a mark names itself wherever it ends, because the text itself may hold such characters. */
  readonly closesByName: boolean;
}

/** A part of a marked text that has a colour. */
interface StyledSpan extends TextSpan {
  readonly item: number;
  /** `overlap`: quoted more than once. */
  readonly kind: "marker" | "quoted" | "overlap";
}

/** A text with markers in it. */
export interface MarkedText {
  readonly text: string;
  /** In order, none overlapping another. */
  readonly styles: readonly StyledSpan[];
  /** Places of spaces within markers. */
  readonly glued: ReadonlySet<number>;
}

const asciiBrackets = [
  ["[", "]"],
  ["{", "}"],
  ["<", ">"],
] as const;

/**
 * Brackets whose characters do not occur in a text: `⟦ ⟧` where characters outside ASCII are welcome, else `[[ ]]`,
 * `{{ }}` or `<< >>`. Where a text holds all of them, as many square ones as it has nowhere. So no text can imitate a
 * marker or blur where one ends.
 */
export function bracketsFor(text: string, rich: boolean): Brackets {
  if (rich && !/[⟦⟧]/.test(text)) return { open: "⟦", close: "⟧", closesByName: false };
  const free = asciiBrackets.find(([open, close]) => !text.includes(open) && !text.includes(close));
  if (free !== undefined) return { open: free[0].repeat(2), close: free[1].repeat(2), closesByName: false };
  let times = 2;
  while (text.includes("[".repeat(times)) || text.includes("]".repeat(times))) times += 1;
  return { open: "[".repeat(times), close: "]".repeat(times), closesByName: true };
}

/**
 * Marks passages in a text as `⟦1: passage⟧`. Marks may nest and overlap: one that ends before another that began
 * later names itself where it ends, `⟦1: a ⟦2: b⟦/1⟧ c⟧`. Taking the markers out gives the text back. Marks must lie
 * within the text and hold at least one character.
 */
export function markText(text: string, marks: readonly Mark[], brackets: Brackets): MarkedText {
  const out: { text: string; styles: StyledSpan[]; glued: Set<number> } = {
    text: "",
    styles: [],
    glued: new Set(),
  };
  let open: readonly Mark[] = [];
  let done = 0;
  for (const place of placesOf(marks)) {
    writeText(place);
    const ending = open.filter(({ end }) => end === place);
    for (const mark of ending.toReversed()) close(mark);
    const starting = marks.filter(({ start }) => start === place).toSorted((a, b) => b.end - a.end);
    for (const mark of starting) {
      writeMarker(mark, `${brackets.open}${mark.tag}: `);
      open = [...open, mark];
    }
  }
  writeText(text.length);
  return out;

  function writeText(until: number): void {
    const inner = open.at(-1);
    const kind = open.length > 1 ? "overlap" : "quoted";
    append(text.slice(done, until), inner && { item: inner.item, kind });
    done = until;
  }

  function close(mark: Mark): void {
    const isPlain = open.at(-1) === mark && !brackets.closesByName;
    writeMarker(mark, isPlain ? brackets.close : `${brackets.open}/${mark.tag}${brackets.close}`);
    open = open.filter((other) => other !== mark);
  }

  function writeMarker({ item }: Mark, marker: string): void {
    const space = marker.indexOf(" ");
    if (space !== -1) out.glued.add(out.text.length + space);
    append(marker, { item, kind: "marker" });
  }

  function append(piece: string, style: Pick<StyledSpan, "item" | "kind"> | undefined): void {
    const start = out.text.length;
    out.text += piece;
    if (style !== undefined && piece !== "") out.styles.push({ start, end: out.text.length, ...style });
  }
}

function placesOf(marks: readonly Mark[]): readonly number[] {
  return [...new Set(marks.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
}
