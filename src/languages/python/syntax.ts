import type { Tree } from "@lezer/common";
import { parser } from "@lezer/python";
import { type LruCache, messageOf } from "../../base/index.ts";
import { tooManyBrackets } from "./brackets.ts";
import type { PythonNode } from "./python-node.ts";
import { isCode, isMistake, unlessStopped } from "./reading-stop.ts";
import { treeOfPieces } from "./source-pieces.ts";
import { type ShapedTree, shapedTree, shapeOf, shortestOf, treeOfShape } from "./source-shape.ts";

/** Trees of sources by their shape, kept by whoever reads many. */
export type PythonShapes = LruCache<string, ShapedTree>;

/** Deepest tree that is read, which is more than people write and less than would exhaust the stack. */
const deepest = 400;

/**
 * The syntax tree of a Python source whose lines end with `\n`; nothing in it is run. `at` is where it begins, for a
 * source within another one. Comments, and the escapes within strings, are no nodes.
 *
 * @param shapes trees of sources parsed before: one of the same shape is not parsed again
 * @throws ReadingStop a mistake for what is no Python, code for what is nested too deeply to read
 */
export function parsePython(source: string, at = 0, shapes?: PythonShapes): PythonNode {
  return shapes === undefined
    ? parseWhole(source, at)
    : parseShaped(source, at, shapes, (short) => treeOfPieces(short, parsePiece(shapes)));
}

/** Parses what many sources have in common once for all of them. */
function parsePiece(shapes: PythonShapes) {
  return (text: string, at: number) => parseShaped(text, at, shapes, () => undefined);
}

/** @param tree the tree of a source, where there is a quicker way to it than parsing it as a whole */
function parseShaped(
  source: string,
  at: number,
  shapes: PythonShapes,
  tree: (source: string) => PythonNode | undefined,
): PythonNode {
  const shape = shapeOf(source);
  if (shape === undefined) return parseWhole(source, at);
  const { key, words } = shape;
  const parsed = () => {
    const short = shortestOf(source, words);
    const root = unlessStopped(() => tree(short.text)) ?? unlessStopped(() => parseWhole(short.text, 0));
    return root === undefined ? undefined : shapedTree(root, short.words);
  };
  const known = shapes.getOrCreate(key, parsed, key.length);
  return known === undefined ? parseWhole(source, at) : treeOfShape(known, source, words, at);
}

/** A node whose parts are being read. */
type OpenNode = PythonNode & { readonly children: PythonNode[] };

function parseWhole(source: string, at: number): PythonNode {
  const bracket = tooManyBrackets(source);
  if (bracket !== undefined) isMistake("too many nested brackets", { from: at + bracket });
  // Python counts the indentation anew after one
  const feed = /^[ \t]*\f/m.exec(source);
  if (feed !== null) isCode("a form feed at the beginning of a line", { from: at + feed.index });
  const root: OpenNode = { name: "Script", from: at, text: source, children: [] };
  const open: OpenNode[] = [];
  treeOf(source, at)
    .cursor()
    .iterate(
      ({ type, from, to }) => {
        if (type.name === "Comment" || type.name === "Escape") return false;
        if (open.length > deepest) isCode("an expression nested very deeply", { from: at + from });
        const node: OpenNode =
          open.length === 0
            ? root
            : {
                name: type.name,
                from: at + from,
                text: textOf(type.name, source.slice(from, to), at + from),
                children: [],
              };
        open.at(-1)?.children.push(node);
        open.push(node);
        return true;
      },
      () => {
        const node = open.pop();
        if (node !== undefined) refuseNot(node);
      },
    );
  // some of which Python refuses
  if (/^ *\t/m.test(source) && /^\t* /m.test(source))
    isCode("tabs and blanks that indent", { from: at + source.indexOf("\t") });
  return root;
}

/** The grammar takes `not` behind any operator, Python only behind `and`, `or` and `not`. */
function refuseNot({ name, children }: PythonNode): void {
  if (name !== "BinaryExpression" && name !== "UnaryExpression") return;
  const last = children.at(-1);
  const isNegated = last?.name === "UnaryExpression" && last.children[0]?.name === "not";
  const operator = children.at(-2)?.name ?? "";
  if (isNegated && !["and", "or", "not"].includes(operator)) isMistake("invalid Python syntax", last);
}

const names: ReadonlySet<string> = new Set(["VariableName", "PropertyName"]);

/** Names are the same in all their spellings that Unicode calls compatible. */
function textOf(type: string, written: string, from: number): string {
  if (!names.has(type) || /^[\0-\x7f]*$/.test(written)) return written;
  return /^[\p{XIDS}_]\p{XIDC}*$/u.test(written)
    ? written.normalize("NFKC")
    : isCode(`the name ${written}`, { from });
}

/** Strict: what is no Python ends the parse instead of being guessed at, which may take very long. */
const strict = parser.configure({ strict: true });

/** Python that the grammar does not know, before where it stops: `5.`, `yield` without a value, a brace after `\` in an f-string. */
const isBeyondGrammar = /(?:\d\.|\byield|[fF][rR]?["'][^\n]*\\\{[^\n]*)\s*$/;

function treeOf(source: string, at: number): Tree {
  try {
    return strict.parse(source);
  } catch (error) {
    const [, from] = /^No parse at (\d+)$/.exec(messageOf(error)) ?? [];
    if (from === undefined) throw error;
    const place = { from: at + Number(from) };
    return isBeyondGrammar.test(source.slice(0, Number(from)))
      ? isCode("syntax that is not read", place)
      : isMistake("invalid Python syntax", place);
  }
}

/** The children of these names, in their order. */
export function childrenNamed(node: PythonNode, name: string): readonly PythonNode[] {
  return node.children.filter((child) => child.name === name);
}

/** The first child of this name. */
export function childNamed(node: PythonNode, name: string): PythonNode | undefined {
  return node.children.find((child) => child.name === name);
}

/** The children between brackets, one list for each part that commas divide. */
export function partsBetween(nodes: readonly PythonNode[]): readonly (readonly PythonNode[])[] {
  const parts: PythonNode[][] = [[]];
  for (const node of nodes) {
    if (node.name === ",") parts.push([]);
    else parts.at(-1)?.push(node);
  }
  return parts.filter((part) => part.length > 0);
}

/** The children of a node without the bracket before and the bracket after them. */
export function insideOf(node: PythonNode): readonly PythonNode[] {
  return node.children.slice(1, -1);
}

/** The statements of a body or a script, those joined by `;` one by one. */
export function statementsOf(node: PythonNode): readonly PythonNode[] {
  return node.children.flatMap((child) => {
    if (child.name === "StatementGroup") return child.children.filter(({ name }) => name !== ";");
    return child.name === ":" ? [] : [child];
  });
}
