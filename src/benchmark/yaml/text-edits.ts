import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from "yaml";
import type { JsonObject, JsonValue } from "../../base/index.ts";
import { keyText } from "./yaml-place.ts";
import { indented, yamlText } from "./yaml-text.ts";

type BlockMap = YAMLMap<Node, Node | null>;
type BlockPair = Pair<Node, Node | null>;
type List = YAMLSeq<Node>;

/** How the lines of a text end. */
export function lineBreakOf(text: string): "\r\n" | "\n" {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/**
 * Changes of a YAML text by place, so that all around them stays as it is. A comment that stands directly above a key or an
 * item belongs to it, and so does one directly below it that stands further in.
 */
export class TextEdits {
  readonly #text: string;
  readonly #edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** The text with all changes made, in lines that end as those that were there. */
  applied(): string {
    const parts: string[] = [];
    const lineBreak = lineBreakOf(this.#text);
    let at = 0;
    for (const { start, end, text } of this.#edits.toSorted((one, other) => one.start - other.start)) {
      parts.push(this.#text.slice(at, start), text.replaceAll("\n", lineBreak));
      at = Math.max(at, end);
    }
    return parts.join("") + this.#text.slice(at);
  }

  /** Gives keys of a block map other values; undefined takes a key away. `order`: where new keys belong. */
  setKeys(
    map: BlockMap,
    changes: ReadonlyMap<string, JsonValue | undefined>,
    order: readonly string[],
  ): void {
    const pairs = map.items.map((pair) => ({ pair, key: keyText(pair.key) }));
    const isGone = ({ key }: { readonly key: string }) => changes.has(key) && changes.get(key) === undefined;
    const left = pairs.filter((one) => !isGone(one));
    const first = pairs[0];
    for (const one of pairs) {
      if (!isGone(one)) continue;
      if (one !== first) this.#removePair(one.pair);
      else this.#removeFirst(one.pair, left[0]?.pair);
    }
    const rank = ({ key }: { readonly key: string }) => order.indexOf(key);
    for (const key of order) {
      const value = changes.get(key);
      const known = left.find((one) => one.key === key);
      if (value === undefined) continue;
      if (known !== undefined) this.#replacePair(known.pair, key, value);
      else {
        const before = left.filter((one) => rank(one) < rank({ key })).sort((a, b) => rank(a) - rank(b));
        const after = before.at(-1) ?? left[0];
        if (after !== undefined && first !== undefined) {
          const columns = this.#columnOf(first.pair.key);
          const end = this.#blockEnd(this.#pairEnd(after.pair), columns);
          this.#insertBelow(end, yamlText({ [key]: value }), columns);
        }
      }
    }
  }

  /** Writes a map in the place of a node. */
  replaceNode(node: Node, form: JsonObject): void {
    const start = node.range?.[0] ?? 0;
    const end = this.#text.slice(0, this.#endOf(node)).trimEnd().length;
    this.#edits.push({ start, end, text: indented(yamlText(form), this.#column(start)) });
  }

  /** Takes an item of a block list away, with its dash and its comments. */
  removeItem(list: List, item: Node): void {
    const { start, end } = this.#itemLines(list, item);
    this.#removeLines(start, end);
  }

  /** A new item of a block list behind another one, or before it. */
  addItem(list: List, form: JsonObject, place: { readonly after: Node } | { readonly before: Node }): void {
    const columns = this.#columnOf(list);
    const text = `- ${indented(yamlText(form), 2)}`;
    const gap = this.#isApart(list) ? "\n" : "";
    if ("after" in place) this.#insertBelow(this.#itemLines(list, place.after).end, text, columns, gap);
    else {
      const { start } = this.#itemLines(list, place.before);
      const whole = `${" ".repeat(columns)}${indented(text, columns)}\n${gap}`;
      this.#edits.push({ start, end: start, text: whole });
    }
  }

  /** Where an item of a list stands, without its dash, with a comment behind its last line. */
  spanOf(item: Node): { readonly start: number; readonly end: number; readonly column: number } {
    const start = item.range?.[0] ?? 0;
    const end = this.#endOf(item);
    const lineEnd = this.#lineEnd(end);
    const isComment = /^[ \t]+#/.test(this.#text.slice(end, lineEnd));
    return { start, end: isComment ? lineEnd : end, column: this.#column(start) };
  }

  /** True where an empty line stands between the first two items of a list. */
  #isApart(list: List): boolean {
    const [first, second] = list.items;
    if (first === undefined || second === undefined) return false;
    return /\n[ \t]*\r?\n/.test(this.#text.slice(this.#endOf(first) - 1, this.#dash(list, second)));
  }

  #removePair(pair: BlockPair): void {
    const key = pair.key.range?.[0] ?? 0;
    const columns = this.#column(key);
    const start = this.#commentsAbove(this.#lineStart(key), columns);
    this.#removeLines(start, this.#blockEnd(this.#pairEnd(pair), columns));
  }

  /** Behind the dash of an item another key has to take its place; comments above are about the whole map. */
  #removeFirst(pair: BlockPair, next: BlockPair | undefined): void {
    const start = pair.key.range?.[0] ?? 0;
    const line = this.#lineStart(start);
    const end = this.#blockEnd(this.#pairEnd(pair), start - line);
    const following = next?.key.range?.[0];
    const isOwnLine = this.#text.slice(line, start).trim() === "";
    if (isOwnLine || following === undefined) {
      this.#removeLines(line, end);
      return;
    }
    const below = this.#lineStart(following);
    const hasComments = this.#commentsAbove(below, following - below) < below;
    const dash = this.#text.slice(0, start).trimEnd().length;
    this.#edits.push({ ...(hasComments ? { start: dash, end } : { start, end: following }), text: "" });
  }

  #replacePair(pair: BlockPair, key: string, value: JsonValue): void {
    const start = pair.key.range?.[0] ?? 0;
    const columns = this.#column(start);
    const text = indented(yamlText({ [key]: value }), columns);
    const end = this.#pairEnd(pair);
    const trimmed = this.#text.slice(0, end).trimEnd().length;
    const rest = this.#text.slice(end, this.#lineEnd(end)).trim();
    const moves = rest !== "" && text.includes("\n") && trimmed === end;
    if (moves)
      this.#edits.push({ start, end: this.#lineEnd(end), text: `${text}\n${" ".repeat(columns)}${rest}` });
    else this.#edits.push({ start, end: trimmed, text });
  }

  /** New lines below a line that ends here. */
  #insertBelow(end: number, text: string, columns: number, gap = ""): void {
    const whole = `${" ".repeat(columns)}${indented(text, columns)}`;
    this.#edits.push({ start: end, end, text: `\n${gap}${whole}` });
  }

  #removeLines(start: number, end: number): void {
    this.#edits.push({ start, end: this.#nextLine(end), text: "" });
  }

  /** The lines of an item with the comments that belong to it; the last without its line break. */
  #itemLines(list: List, item: Node): { readonly start: number; readonly end: number } {
    const columns = this.#columnOf(list);
    const start = this.#commentsAbove(this.#lineStart(this.#dash(list, item)), columns);
    return { start, end: this.#blockEnd(this.#endOf(item), columns) };
  }

  /** Where the comments begin that stand directly above a line, no further in than what it says. */
  #commentsAbove(line: number, columns: number): number {
    let start = line;
    while (start > 0) {
      const above = this.#lineStart(start - 1);
      if (this.#commentColumn(above) > columns) break;
      start = above;
    }
    return start;
  }

  /** The end of the line in which something ends, or of the last comment directly below that stands further in than it begins. */
  #blockEnd(end: number, columns: number): number {
    let last = this.#lineEnd(this.#text[end - 1] === "\n" ? end - 1 : end);
    for (;;) {
      const below = this.#nextLine(last);
      const column = this.#commentColumn(below);
      if (column <= columns || column === Number.POSITIVE_INFINITY) return last;
      last = this.#lineEnd(below);
    }
  }

  /** Columns before the comment of a line that is one; infinite for another line. */
  #commentColumn(line: number): number {
    const [, blanks] = /^([ \t]*)#/.exec(this.#text.slice(line, this.#lineEnd(line))) ?? [];
    return blanks?.length ?? Number.POSITIVE_INFINITY;
  }

  #pairEnd({ key, value }: BlockPair): number {
    const colon = this.#text.indexOf(":", key.range?.[1] ?? 0) + 1;
    return value === null ? colon : Math.max(colon, this.#endOf(value));
  }

  /** Where what is said ends, before a comment behind it. */
  #endOf(node: Node): number {
    const end = node.range?.[1] ?? 0;
    if (isScalar(node) || isAlias(node)) return end;
    if (isMap<Node, Node | null>(node) && node.flow !== true) {
      const last = node.items.at(-1);
      return last === undefined ? end : this.#pairEnd(last);
    }
    const last = isSeq<Node>(node) && node.flow !== true ? node.items.at(-1) : undefined;
    return last === undefined ? end : this.#endOf(last);
  }

  /** The dash of an item, which may stand on a line above it. */
  #dash(list: List, item: Node): number {
    const columns = this.#columnOf(list);
    const isDash = (line: number) => /^ *-$/.test(this.#text.slice(line, line + columns + 1));
    if (item === list.items[0]) return list.range?.[0] ?? 0;
    let line = this.#lineStart(item.range?.[0] ?? 0);
    while (line > 0 && !isDash(line)) line = this.#lineStart(line - 1);
    return line + columns;
  }

  #columnOf(node: Node): number {
    return this.#column(node.range?.[0] ?? 0);
  }

  #column(offset: number): number {
    return offset - this.#lineStart(offset);
  }

  #lineStart(offset: number): number {
    return offset === 0 ? 0 : this.#text.lastIndexOf("\n", offset - 1) + 1;
  }

  /** Before the line break. */
  #lineEnd(offset: number): number {
    const end = this.#text.indexOf("\n", offset);
    if (end === -1) return this.#text.length;
    return this.#text[end - 1] === "\r" ? end - 1 : end;
  }

  #nextLine(offset: number): number {
    const end = this.#text.indexOf("\n", offset);
    return end === -1 ? this.#text.length : end + 1;
  }
}
