import type { JsonEntries, JsonTree } from "./json-tree.ts";

/** What is wrong with a text that should be JSON, and where (both counted from 1). */
interface JsonFault {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** The tree of a JSON text, or its first fault. */
type JsonReading = { readonly tree: JsonTree } | { readonly fault: JsonFault };

/** Objects and lists inside one another beyond this are refused; real files stay far below. */
export const maximumDepth = 200;

/**
 * Reads strict JSON, and the bare `NaN` and `Infinity` that Python writes, without losing the order of keys or the
 * spelling of numbers. Never throws for bad text.
 */
export function parseJson(text: string): JsonReading {
  const scanner = new Scanner(text);
  try {
    return { tree: scanner.document() };
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    return { fault: { message: error.message, ...place(text, error.offset) } };
  }
}

/** Ends the scan; never leaves this file. */
class SyntaxFault extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const numeral = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const word = /[A-Za-z_$+\-.0-9]{1,20}/y;
const words: ReadonlyMap<string, JsonTree> = new Map<string, JsonTree>([
  ["true", true],
  ["false", false],
  ["null", null],
  ["NaN", { literal: "NaN" }],
  ["Infinity", { literal: "Infinity" }],
  ["-Infinity", { literal: "-Infinity" }],
]);

/** One pass over one text. */
class Scanner {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonTree {
    this.#skipSpace();
    const tree = this.#value();
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#fault("expected the end of the file");
    return tree;
  }

  #value(): JsonTree {
    const next = this.#text[this.#at];
    if (next === "{") return this.#nested(() => this.#object());
    if (next === "[") return this.#nested(() => this.#list());
    if (next === '"') return this.#string();
    return this.#number() ?? this.#word();
  }

  #nested<Tree>(read: () => Tree): Tree {
    if (this.#depth === maximumDepth) {
      throw new SyntaxFault(`nested deeper than ${maximumDepth} levels`, this.#at);
    }
    this.#depth += 1;
    this.#at += 1;
    this.#skipSpace();
    const tree = read();
    this.#depth -= 1;
    return tree;
  }

  #object(): JsonEntries {
    const entries = new Map<string, JsonTree>();
    if (this.#take("}")) return entries;
    for (;;) {
      const start = this.#at;
      if (this.#text[start] !== '"') throw this.#fault("expected a key in double quotes");
      const key = this.#string();
      if (entries.has(key))
        throw new SyntaxFault(`the key ${quoteText(key)} stands twice in one object`, start);
      this.#skipSpace();
      if (!this.#take(":")) throw this.#fault('expected ":"');
      this.#skipSpace();
      entries.set(key, this.#value());
      this.#skipSpace();
      if (this.#take("}")) return entries;
      if (!this.#take(",")) throw this.#fault('expected "," or "}"');
      this.#skipSpace();
    }
  }

  #list(): readonly JsonTree[] {
    const members: JsonTree[] = [];
    if (this.#take("]")) return members;
    for (;;) {
      members.push(this.#value());
      this.#skipSpace();
      if (this.#take("]")) return members;
      if (!this.#take(",")) throw this.#fault('expected "," or "]"');
      this.#skipSpace();
    }
  }

  #string(): string {
    const start = this.#at;
    let end = this.#text.indexOf('"', start + 1);
    while (end !== -1 && this.#escaped(end)) end = this.#text.indexOf('"', end + 1);
    if (end === -1) throw new SyntaxFault("this text is never closed; the file may be cut off", start);
    this.#at = end + 1;
    try {
      // JSON.parse is the judge of escapes and control characters.
      return JSON.parse(this.#text.slice(start, end + 1)) as string;
    } catch {
      throw new SyntaxFault("this text holds a bad escape or a raw control character", start);
    }
  }

  #escaped(quote: number): boolean {
    let slash = quote - 1;
    while (this.#text[slash] === "\\") slash -= 1;
    return (quote - 1 - slash) % 2 === 1;
  }

  #number(): JsonTree | undefined {
    const literal = this.#match(numeral);
    if (literal === undefined) return undefined;
    const value = Number(literal);
    return String(value) === literal ? value : { literal };
  }

  #word(): JsonTree {
    const start = this.#at;
    const found = this.#match(word);
    const value = found === undefined ? undefined : words.get(found);
    if (value === undefined) {
      this.#at = start;
      throw this.#fault("expected a value", found);
    }
    return value;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #skipSpace(): void {
    let at = this.#at;
    while (isSpace(this.#text.charCodeAt(at))) at += 1;
    this.#at = at;
  }

  #fault(expected: string, found = this.#text.slice(this.#at, this.#at + 1)): SyntaxFault {
    const what = found === "" ? "the end of the file; it may be cut off" : quoteText(found);
    return new SyntaxFault(`${expected}, found ${what}`, this.#at);
  }
}

/** A blank, tab or line end. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function quoteText(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

function place(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return { line, column: offset - before.lastIndexOf("\n") };
}
