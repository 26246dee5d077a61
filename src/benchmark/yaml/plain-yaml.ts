import type { JsonValue } from "../../base/index.ts";
import { readFlow, readPlain, readQuoted } from "./plain-scalar.ts";

/** Signs that mean something else to YAML, or nothing, or that people cannot see. */
const unusual = /(?!\n)\p{Cc}|[\u2028\u2029\ufeff]/u;

/** Deepest block that is read here. */
const deepest = 50;

/** Lines and characters that are read here; beyond, the parser counts what there is. */
const mostLines = 340_000;
const mostCharacters = 50_000_000;

/** Thrown where the parser has to read the text. */
class NotPlain extends Error {}

/**
 * The value of a YAML text that says nothing but plain things: maps with words as keys, lists, texts on one line, literal
 * blocks, comments. It is several times as quick as the parser, whose tree is only needed for places and for changes.
 * Undefined for everything else, also for what is wrong: the parser reads that, and says what it is. What is read here is
 * what the parser reads.
 */
export function readPlainYaml(text: string): JsonValue | undefined {
  if (text.length > mostCharacters || unusual.test(text)) return undefined;
  try {
    return new PlainReader(text).readDocument();
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

/** A word as a key, its colon, and the spaces after it. */
const keyPattern = /([A-Za-z_][\w.-]{0,200}):(?: +|$)/my;

/** Reads a text from its first line to its last. */
class PlainReader {
  readonly #text: string;
  /** Where the content of the line begins, and where the line ends. */
  #at = 0;
  #end = -1;
  /** Columns before the content; -1 after the last line. */
  #indent = -1;
  #lines = 0;

  constructor(text: string) {
    this.#text = text;
    this.#nextLine();
  }

  readDocument(): JsonValue {
    const begins = this.#indent === 0;
    const value = begins ? this.#block(0) : null;
    if (!begins || this.#indent >= 0) throw new NotPlain();
    return value;
  }

  /** Goes to the next line with something on it that is no comment. */
  #nextLine(): void {
    const text = this.#text;
    do {
      const start = this.#end + 1;
      if (start >= text.length) {
        this.#indent = -1;
        return;
      }
      const found = text.indexOf("\n", start);
      this.#end = found === -1 ? text.length : found;
      this.#at = start;
      while (text[this.#at] === " ") this.#at += 1;
      this.#indent = this.#at - start;
      this.#lines += 1;
      if (this.#lines > mostLines) throw new NotPlain();
    } while (this.#at >= this.#end || text[this.#at] === "#");
  }

  #block(depth: number): JsonValue {
    if (depth > deepest) throw new NotPlain();
    return this.#isItem() ? this.#list(depth) : this.#map(depth);
  }

  #isItem(): boolean {
    const next = this.#text[this.#at + 1];
    return this.#text[this.#at] === "-" && (next === " " || next === "\n" || next === undefined);
  }

  #list(depth: number): JsonValue {
    const indent = this.#indent;
    const items: JsonValue[] = [];
    while (this.#indent === indent && this.#isItem()) {
      this.#at += 2;
      if (this.#at >= this.#end) items.push(this.#below(indent, false, depth));
      else {
        keyPattern.lastIndex = this.#at;
        // what follows the dash is the first line of a map two columns further in
        if (keyPattern.test(this.#text)) {
          this.#indent = indent + 2;
          items.push(this.#map(depth + 1));
        } else items.push(this.#value(indent, false, depth));
      }
    }
    if (this.#indent > indent) throw new NotPlain();
    return Object.freeze(items);
  }

  #map(depth: number): JsonValue {
    const indent = this.#indent;
    const entries: { [key: string]: JsonValue } = {};
    while (this.#indent === indent) {
      keyPattern.lastIndex = this.#at;
      const [, key] = keyPattern.exec(this.#text) ?? [];
      if (key === undefined || key === "__proto__" || Object.hasOwn(entries, key)) throw new NotPlain();
      this.#at = keyPattern.lastIndex;
      entries[key] = this.#value(indent, true, depth);
    }
    if (this.#indent > indent) throw new NotPlain();
    return Object.freeze(entries);
  }

  /** What follows a key or a dash; `indent`: the columns before these. */
  #value(indent: number, isOfKey: boolean, depth: number): JsonValue {
    const text = this.#text;
    const first = text[this.#at];
    if (this.#at >= this.#end || first === "#") return this.#below(indent, isOfKey, depth);
    if (first === "|") return this.#literal(indent);
    const written = text.slice(this.#at, this.#end);
    const value =
      first === '"' || first === "'"
        ? readQuoted(written)
        : first === "[" || first === "{"
          ? readFlow(written)
          : readPlain(written);
    if (value === undefined) throw new NotPlain();
    this.#nextLine();
    // it would go on, or be wrong
    if (this.#indent > indent) throw new NotPlain();
    return value;
  }

  /** A block further in on the lines below; the items of a key's list may stand below the key. Else null. */
  #below(indent: number, isOfKey: boolean, depth: number): JsonValue {
    this.#nextLine();
    const isInside = this.#indent > indent || (isOfKey && this.#indent === indent && this.#isItem());
    return isInside ? this.#block(depth + 1) : null;
  }

  /** A text whose lines are taken as they are. */
  #literal(indent: number): JsonValue {
    const text = this.#text;
    const header = text.slice(this.#at, this.#end);
    if (header !== "|" && header !== "|-") throw new NotPlain();
    const lines: string[] = [];
    let margin = 0;
    let start = this.#end + 1;
    while (start < text.length) {
      const found = text.indexOf("\n", start);
      const end = found === -1 ? text.length : found;
      if (end === start) lines.push("");
      else {
        let at = start;
        while (text[at] === " ") at += 1;
        if (at === end) throw new NotPlain();
        if (at - start <= indent) break;
        if (margin === 0) margin = at - start;
        if (at - start < margin || lines[0] === "") throw new NotPlain();
        lines.push(text.slice(start + margin, end));
      }
      this.#lines += 1;
      start = end + 1;
    }
    while (lines.at(-1) === "") lines.pop();
    if (lines.length === 0 || text[start - 1] !== "\n") throw new NotPlain();
    // the line break before the line that ended it
    this.#end = start - 1;
    this.#nextLine();
    return lines.join("\n") + (header === "|" ? "\n" : "");
  }
}
