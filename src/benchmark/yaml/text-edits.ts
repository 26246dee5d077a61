import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from "yaml";
import type { JsonObject, JsonValue } from "../../base/index.ts";
import { keyText } from "./yaml-place.ts";
import { indented, yamlText } from "./yaml-text.ts";

/** Changes of a YAML text by place, so that all around them stays as it is. */
export class TextEdits {
  readonly #text: string;
  readonly #edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** The text with all changes made. */
  applied(): string {
    const parts: string[] = [];
    let at = 0;
    for (const { start, end, text } of this.#edits.toSorted((one, other) => one.start - other.start)) {
      parts.push(this.#text.slice(at, start), text);
      at = Math.max(at, end);
    }
    return parts.join("") + this.#text.slice(at);
  }

  /** Gives keys of a block map other values; undefined takes a key away. `order`: where new keys belong. */
  setKeys(
    map: YAMLMap<Node, Node | null>,
    changes: ReadonlyMap<string, JsonValue | undefined>,
    order: readonly string[],
  ): void {
    const pairs = map.items.map((pair, place) => ({ pair, place, key: keyText(pair.key) }));
    const isGone = (key: string) => changes.has(key) && changes.get(key) === undefined;
    const left = pairs.filter(({ key }) => !isGone(key));
    for (const { pair, place, key } of pairs) {
      if (isGone(key)) this.#removePair(pair, place === 0 ? map.items[1] : undefined);
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
        const first = map.items[0];
        if (after !== undefined && first !== undefined)
          this.#insertAfter(this.#pairEnd(after.pair), yamlText({ [key]: value }), this.#columnOf(first.key));
      }
    }
  }

  /** Writes a map in the place of one in braces. */
  replaceNode(node: Node, form: JsonObject): void {
    const [start, end] = node.range ?? [0, 0];
    this.#edits.push({ start, end, text: indented(yamlText(form), this.#column(start)) });
  }

  /** Takes an item of a block list away, with its dash. */
  removeItem(item: Node): void {
    this.#removeLines(this.#dash(item), this.#endOf(item));
  }

  /** A new item of a block list behind another one, or before the first. */
  addItem(
    form: JsonObject,
    place: { readonly after: Node } | { readonly before: Node },
    isApart: boolean,
  ): void {
    const neighbour = "after" in place ? place.after : place.before;
    const columns = this.#column(this.#dash(neighbour));
    const text = `- ${indented(yamlText(form), 2)}`;
    const gap = isApart ? "\n" : "";
    if ("after" in place) this.#insertAfter(this.#endOf(neighbour), text, columns, gap);
    else {
      const start = this.#lineStart(this.#dash(neighbour));
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

  /** True where an empty line stands between two items. */
  isApart(item: Node, next: Node): boolean {
    return /\n[ \t]*\n/.test(this.#text.slice(this.#endOf(item) - 1, this.#dash(next)));
  }

  #removePair(pair: Pair<Node, Node | null>, next: Pair<Node, Node | null> | undefined): void {
    const start = pair.key.range?.[0] ?? 0;
    const following = next?.key.range?.[0];
    if (following === undefined) this.#removeLines(start, this.#pairEnd(pair));
    else this.#edits.push({ start, end: following, text: "" });
  }

  #replacePair(pair: Pair<Node, Node | null>, key: string, value: JsonValue): void {
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

  #insertAfter(end: number, text: string, columns: number, gap = ""): void {
    const whole = `${" ".repeat(columns)}${indented(text, columns)}`;
    const isLineStart = this.#text[end - 1] === "\n";
    const at = isLineStart ? end : this.#lineEnd(end);
    this.#edits.push({ start: at, end: at, text: isLineStart ? `${gap}${whole}\n` : `\n${gap}${whole}` });
  }

  #removeLines(from: number, end: number): void {
    const isLineStart = this.#text[end - 1] === "\n";
    this.#edits.push({
      start: this.#lineStart(from),
      end: isLineStart ? end : Math.min(this.#lineEnd(end) + 1, this.#text.length),
      text: "",
    });
  }

  #pairEnd({ key, value }: Pair<Node, Node | null>): number {
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

  #dash(item: Node): number {
    return this.#text.lastIndexOf("-", (item.range?.[0] ?? 0) - 1);
  }

  #columnOf(node: Node): number {
    return this.#column(node.range?.[0] ?? 0);
  }

  #column(offset: number): number {
    return offset - this.#lineStart(offset);
  }

  #lineStart(offset: number): number {
    return this.#text.lastIndexOf("\n", offset - 1) + 1;
  }

  #lineEnd(offset: number): number {
    const end = this.#text.indexOf("\n", offset);
    return end === -1 ? this.#text.length : end;
  }
}
