import { type AnyNode, type Identifier, type Literal, type Node, type Program, tokTypes } from "acorn";
import type { ConstantCall, ConstantCalls } from "./evaluate-expression.ts";

/**
 * A source with what its texts, numbers and keys of objects say taken out, and without comments and most white space: the
 * trees of sources with the same key differ in these words alone, and in the places of their nodes.
 */
export interface SourceShape {
  readonly key: string;
  /** What was taken out, as texts, numbers and names. */
  readonly words: readonly (string | number)[];
  /** Where each of them begins. */
  readonly places: readonly number[];
}

/** The tree of a source of some shape, and the nodes that hold its words. */
export interface ShapedProgram {
  readonly program: Program;
  readonly holders: readonly (Literal | Identifier)[];
  /** Calls that hold no words, so that they give the same in every source of the shape. */
  readonly constants: ConstantCalls;
}

/** A comment, or a text with escapes or line ends. */
const longToken =
  /\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n\r]|\\[\s\S])*"|'(?:[^'\\\n\r]|\\[\s\S])*'|`(?:[^`\\$]|\\[\s\S]|\$(?!\{))*`/y;

/** Names that a reader may take for more than a key. */
const keywords: ReadonlySet<unknown> = new Set(Object.values(tokTypes).map(({ keyword }) => keyword));

const simpleNumber = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** A text whose escapes are those of JSON. */
const simpleText = /^"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"$/;

/** What a sign begins, by its code; 0: what could be read in more than one way. */
const [blank, lineEnd, quote, long, letter, digit, sign] = [1, 2, 3, 4, 5, 6, 7];
const sorts = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[ \t]/.test(character)) return blank;
  if (/[\n\r]/.test(character)) return lineEnd;
  if (/["']/.test(character)) return quote;
  if (/[`/]/.test(character)) return long;
  if (/[\w$]/.test(character)) return /\d/.test(character) ? digit : letter;
  return /[{}()[\],:;.=+*<>!?|&^%~-]/.test(character) ? sign : 0;
});

const codeOf = (character: string) => character.charCodeAt(0);
const [comma, colon, dot, curly, curlyEnd, square, squareEnd, round, roundEnd] = Array.from(
  ",:.{}[]()",
  codeOf,
);
/** What stands for words in a key: codes of no sign that is read. */
const [textCode, nameCode, numberCode] = [16, 17, 18];

/** The shape of a source; undefined for one with divisions, patterns, templates with holes, or signs that names could hold. */
export function shapeOf(source: string): SourceShape | undefined {
  const words: (string | number)[] = [];
  const places: number[] = [];
  const key = Buffer.allocUnsafe(source.length);
  let size = 0;
  // what stands between the last token and the next one
  let gap = 0;
  let followsFrom = false;
  for (let at = 0, end = 0; at < source.length; at = end) {
    const code = source.charCodeAt(at);
    const sort = sorts[code] ?? 0;
    end = at + 1;
    if (sort === blank || sort === lineEnd) {
      gap = Math.max(gap, sort);
      continue;
    }
    if (sort === 0) return undefined;
    const last = size === 0 ? comma : key[size - 1];
    let word: string | number | undefined;
    if (sort === letter || sort === digit) {
      while (isWord(source.charCodeAt(end)) || (sort === digit && source.charCodeAt(end) === dot)) end += 1;
      const next = source.charCodeAt(end);
      const mayBe = sort === letter ? next === colon && (last === curly || last === comma) : last !== dot;
      const text = mayBe ? source.slice(at, end) : "";
      if (sort === letter) word = mayBe && !keywords.has(text) ? text : undefined;
      else if (mayBe && simpleNumber.test(text)) word = Number(text);
    } else if (sort === quote || sort === long) {
      end = sort === quote ? source.indexOf(source.slice(at, end), end) + 1 : 0;
      const isPlain = end > 0 && !/[\\\n\r]/.test(source.slice(at, end));
      if (!isPlain) {
        longToken.lastIndex = at;
        const [found] = longToken.exec(source) ?? [];
        if (found === undefined) return undefined;
        end = at + found.length;
        if (found.startsWith("/")) {
          gap = Math.max(gap, /[\n\r\u2028\u2029]/.test(found) ? lineEnd : blank);
          continue;
        }
      }
      const text = source.slice(at, end);
      // where something is imported from stays, so that names mean the same
      if (followsFrom) word = undefined;
      else if (isPlain) word = text.slice(1, -1);
      else if (simpleText.test(text)) word = JSON.parse(text) as string;
    }
    followsFrom = sort === letter && end === at + 4 && source.startsWith("from", at);
    const closes = code === curlyEnd || code === squareEnd;
    // where no statement can end, line ends and blanks say nothing
    if (gap > 0 && !closes && code !== roundEnd && !opens(last) && last !== colon)
      key[size++] = gap === lineEnd ? 10 : 32;
    gap = 0;
    // nor does a comma after the last entry
    if (closes && last === comma && !opens(size < 2 ? comma : key[size - 2])) size -= 1;
    if (word === undefined)
      for (let from = at; from < end; from += 1) {
        const code = source.charCodeAt(from);
        if (code > 0xff) return undefined;
        key[size++] = code;
      }
    else {
      words.push(word);
      places.push(at);
      key[size++] = sort === quote ? textCode : sort === letter ? nameCode : numberCode;
    }
  }
  return { key: key.toString("latin1", 0, size), words, places };
}

function isWord(code: number): boolean {
  const sort = sorts[code];
  return sort === letter || sort === digit;
}

/** True for what an entry of a list or object can stand behind. */
function opens(code: number | undefined): boolean {
  return code === comma || code === curly || code === square || code === round;
}

/** A tree with the nodes of its shape's words; undefined where it holds code, or a word is something else than it seemed. */
export function shapedProgram(program: Program, { places }: SourceShape): ShapedProgram | undefined {
  const byPlace = new Map<number, Literal | Identifier>();
  const constants: Map<Node, ConstantCall> = new Map();
  // constants of the file may hold words
  const hasNames = program.body.some(({ type }) => type === "VariableDeclaration");
  const open: Node[] = [program];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const known = node as AnyNode; // acorn's own base class does not know its nodes
    if (/Function|Class|Pattern/.test(known.type)) return undefined;
    if (known.type === "Literal") byPlace.set(known.start, known);
    else if (known.type === "Property" && known.key.type === "Identifier" && !known.computed)
      byPlace.set(known.start, known.key);
    else if (known.type === "CallExpression" && !hasNames && !holdsPlace(known, places))
      constants.set(known, {});
    for (const part of Object.values(node))
      if (Array.isArray(part)) open.push(...part.filter((item) => item !== null));
      else if (typeof part === "object" && part !== null && "type" in part) open.push(part);
  }
  const holders = places.map((place) => byPlace.get(place));
  return holders.every((holder) => holder !== undefined) ? { program, holders, constants } : undefined;
}

/** Whether one of the places, which come in their order, is inside of a node. */
function holdsPlace({ start, end }: Node, places: readonly number[]): boolean {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return (places[low] ?? end) < end;
}

/** The tree of another source of the same shape: the same one, with other words and the places of before. */
export function programOfShape(
  { program, holders }: ShapedProgram,
  words: readonly (string | number)[],
): Program {
  for (const [index, holder] of holders.entries()) {
    const word = words[index];
    if (holder.type === "Literal") holder.value = word;
    else holder.name = String(word);
  }
  return program;
}
