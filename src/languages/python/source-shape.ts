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

/** The shape of a source; undefined for one with f-strings, whose texts hold code, or with strings that do not end. */
export function shapeOf(source: string): SourceShape | undefined {
  const words: number[] = [];
  let key = "";
  token.lastIndex = 0;
  for (let found = token.exec(source); found !== null; found = token.exec(source)) {
    const [whole, prefix = "", string, comment, name, number] = found;
    let from = found.index;
    if (string !== undefined) {
      if (/f/i.test(prefix)) return undefined;
      from += prefix.length;
      // how a string begins and ends stays
      key += prefix + string.slice(0, string.startsWith(string.slice(0, 1).repeat(3)) ? 3 : 1);
    } else if (comment !== undefined) key += "#";
    else if (name !== undefined && !keywords.has(name)) key += "a";
    else if (number !== undefined && simpleNumber.test(number) && source[from - 1] !== ".") key += "0";
    else {
      if (whole === '"' || whole === "'") return undefined;
      key += whole;
      continue;
    }
    words.push(from, token.lastIndex);
  }
  return { key, words };
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
  source: string,
  words: readonly number[],
  at: number,
): PythonNode {
  const offset = ({ word, after }: ShapedPlace) => (word < 0 ? 0 : (words[2 * word + 1] ?? 0)) + after;
  const node = ({ name, from, to, children }: ShapedNode): PythonNode => {
    const start = offset(from);
    return { name, from: at + start, text: source.slice(start, offset(to)), children: children.map(node) };
  };
  return node(shaped);
}
