import { parser } from "@lezer/python";
import type { PythonNode } from "./python-node.ts";

/**
 * A source with what strings and comments say, which names stand in it and how numbers go taken out: sources with the same
 * key have the same syntax tree but for these.
 */
export interface SourceShape {
  readonly key: string;
  /** Where what was taken out begins and ends, one after the other. */
  readonly words: readonly number[];
}

/** The tree of one source of a shape; undefined where it does not follow from the shape. */
export type ShapedTree = ShapedNode | undefined;

interface ShapedNode {
  readonly name: string;
  readonly from: ShapedPlace;
  readonly to: ShapedPlace;
  readonly children: readonly ShapedNode[];
}

/** A source with the words that its shape leaves out, and where it begins within another one. */
interface ShapedSource {
  readonly text: string;
  readonly words: readonly number[];
  readonly at: number;
}

/** A place by what it follows: how many characters behind the end of which word; -1: behind the beginning of the source. */
interface ShapedPlace {
  readonly word: number;
  readonly after: number;
}

/** Words that mean something in Python: they stay. */
const keywords: ReadonlySet<string> = new Set([
  ...parser.nodeSet.types.map(({ name }) => name).filter((name) => /^[a-z]+$/.test(name)),
  ...["None", "True", "False"],
]);

/** A string, a comment, a name, a number, or a stretch of other signs; a quote alone where a string does not end. */
export const token =
  /([A-Za-z]{0,2})("""(?:[^"\\]|\\[\s\S]|"(?!""))*"""|'''(?:[^'\\]|\\[\s\S]|'(?!''))*'''|"(?!"")(?:[^"\\\n]|\\[\s\S])*"|'(?!'')(?:[^'\\\n]|\\[\s\S])*')|(#[^\n]*)|([A-Za-z_]\w*)|(\d[\w.]*)|[^\w"'#]+|[\s\S]/g;

const simpleNumber = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

const longestKeyword = Math.max(...Array.from(keywords, ({ length }) => length));

const codeOf = (sign: string) => sign.charCodeAt(0);
const [quote, apostrophe, hash, backslash, lineEnd, dot] = Array.from("\"'#\\\n.", codeOf);
/** What stands for names, numbers and comments in a key. */
const [nameCode, numberCode] = Array.from("a0", codeOf);

/** What a sign may be part of, by its code: 0 for those that are in no word. */
const [letter, digit] = [1, 2];
const sorts = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (/\d/.test(sign)) return digit;
  return /\w/.test(sign) ? letter : 0;
});

/**
 * The shape of a source; undefined for one with f-strings, whose texts hold code, with strings that do not end, or with other
 * letters than those of ASCII outside of strings and comments.
 */
export function shapeOf(source: string): SourceShape | undefined {
  const words: number[] = [];
  const key = Buffer.allocUnsafe(source.length);
  let size = 0;
  const keep = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) key[size++] = source.charCodeAt(at);
  };
  for (let at = 0, end = 0; at < source.length; at = end) {
    const code = source.charCodeAt(at);
    const sort = sorts[code] ?? 0;
    end = at + 1;
    if (sort > 0) {
      while (isWord(source.charCodeAt(end)) || (sort === digit && source.charCodeAt(end) === dot)) end += 1;
      const isPrefix = end - at <= 2 && isQuote(source.charCodeAt(end));
      const word = isPrefix || end - at <= longestKeyword || sort === digit ? source.slice(at, end) : "";
      if (isPrefix && /^[A-Za-z]*$/.test(word)) {
        if (/f/i.test(word)) return undefined;
        keep(at, end);
      } else if (sort === letter ? keywords.has(word) : !simpleNumber.test(word) || source[at - 1] === ".") {
        keep(at, end);
      } else {
        key[size++] = sort === letter ? (nameCode ?? 0) : (numberCode ?? 0);
        words.push(at, end);
      }
    } else if (isQuote(code)) {
      end = endOfString(source, at);
      if (end === -1) return undefined;
      // how a string begins and ends stays
      keep(at, at + quotesAt(source, at));
      words.push(at, end);
    } else {
      // Python holds names for one that compatible letters alone tell apart, which the whole reading sees to
      if (code > 0x7f) return undefined;
      key[size++] = code;
      if (code !== hash) continue;
      end = source.indexOf("\n", at);
      if (end === -1) end = source.length;
      words.push(at, end);
    }
  }
  return { key: key.toString("latin1", 0, size), words };
}

function isWord(code: number): boolean {
  return (sorts[code] ?? 0) > 0;
}

function isQuote(code: number): boolean {
  return code === quote || code === apostrophe;
}

/** How many signs begin the string at a place, and end it. */
function quotesAt(source: string, at: number): 1 | 3 {
  const code = source.charCodeAt(at);
  return source.charCodeAt(at + 1) === code && source.charCodeAt(at + 2) === code ? 3 : 1;
}

/** Where the string that begins at a place ends; -1 where it does not. */
function endOfString(source: string, begin: number): number {
  const code = source.charCodeAt(begin);
  const quotes = quotesAt(source, begin);
  for (let at = begin + quotes; at < source.length; at += 1) {
    const found = source.charCodeAt(at);
    if (found === code && (quotes === 1 || quotesAt(source, at) === 3)) return at + quotes;
    if (found === lineEnd && quotes === 1) return -1;
    if (found === backslash) at += 1;
  }
  return -1;
}

/** The shortest source of the same shape, and its words. */
export function shortestOf(
  source: string,
  words: readonly number[],
): { readonly text: string; readonly words: readonly number[] } {
  const places: number[] = [];
  let text = "";
  let at = 0;
  for (let index = 0; index < words.length; index += 2) {
    const from = words[index] ?? at;
    text += source.slice(at, from);
    places.push(text.length);
    text += shortest(source, from);
    places.push(text.length);
    at = words[index + 1] ?? at;
  }
  return { text: text + source.slice(at), words: places };
}

function shortest(source: string, at: number): string {
  const first = source[at] ?? "";
  if (first === "#") return "#";
  if (first !== '"' && first !== "'") return /\d/.test(first) ? "0" : "a";
  return first.repeat(source.startsWith(first.repeat(3), at) ? 6 : 2);
}

/** The tree of a source by the words of its shape. */
export function shapedTree(root: PythonNode, words: readonly number[]): ShapedTree {
  let word = -1;
  let isShaped = true;
  // nodes come in the order of the source, but for their ends
  const place = (offset: number): ShapedPlace => {
    while (word >= 0 && (words[2 * word + 1] ?? 0) > offset) word -= 1;
    while ((words[2 * word + 3] ?? Number.POSITIVE_INFINITY) <= offset) word += 1;
    if ((words[2 * word + 2] ?? offset) < offset) isShaped = false;
    return { word, after: offset - (words[2 * word + 1] ?? 0) };
  };
  const shaped = ({ name, from, text, children }: PythonNode): ShapedNode => ({
    name,
    from: place(from),
    children: children.map(shaped),
    to: place(from + text.length),
  });
  const tree = shaped(root);
  return isShaped ? tree : undefined;
}

/** The tree of another source of the same shape. */
export function treeOfShape(
  shaped: ShapedNode,
  text: string,
  words: readonly number[],
  at: number,
): PythonNode {
  return new NodeOfShape(shaped, { text, words, at });
}

/** A node whose text and children are made when somebody asks for them: of brackets, commas and the like nobody does. */
class NodeOfShape implements PythonNode {
  readonly name: string;
  readonly #shaped: ShapedNode;
  readonly #source: ShapedSource;
  #children: readonly PythonNode[] | undefined;

  constructor(shaped: ShapedNode, source: ShapedSource) {
    this.name = shaped.name;
    this.#shaped = shaped;
    this.#source = source;
  }

  get from(): number {
    return this.#source.at + offset(this.#shaped.from, this.#source);
  }

  get text(): string {
    const { from, to } = this.#shaped;
    return this.#source.text.slice(offset(from, this.#source), offset(to, this.#source));
  }

  get children(): readonly PythonNode[] {
    this.#children ??= this.#shaped.children.map((child) => new NodeOfShape(child, this.#source));
    return this.#children;
  }
}

function offset({ word, after }: ShapedPlace, { words }: ShapedSource): number {
  return (word < 0 ? 0 : (words[2 * word + 1] ?? 0)) + after;
}
