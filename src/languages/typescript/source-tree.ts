import type { Tree } from "@lezer/common";
import { parser } from "@lezer/javascript";
import { messageOf } from "../../base/index.ts";
import { NotData } from "./not-data.ts";

/** A node of source, without its comments. */
export interface SourceNode {
  /** The grammar's name of what stands there, e.g. `CallExpression`; tokens are named by their text, e.g. `(`. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly children: readonly SourceNode[];
}

/** A tree with what stands in it. */
export interface SourceTree extends SourceNode {
  readonly hasFunctions: boolean;
  /** What is TypeScript and no JavaScript. */
  readonly hasTypes: boolean;
}

const typeNodes = new Set([
  ...[
    "TypeAnnotation",
    "TypeAliasDeclaration",
    "InterfaceDeclaration",
    "TypeParamList",
    "TypeArgList",
    "type",
  ],
  ...["satisfies", "as", "PostfixExpression"],
]);

/** It ends at the first error instead of guessing what was meant. */
const typescript = parser.configure({ dialect: "ts", strict: true });

/** Deepest tree that is read: what source is nested deeper is for the sandbox to refuse. */
const deepest = 100;

/**
 * The tree of TypeScript source.
 *
 * @throws NotData for a syntax error, and for signs that the grammar and JavaScript read differently
 */
export function readSourceTree(source: string): SourceTree {
  const cursor = parse(source).cursor();
  const children: SourceNode[] = [];
  const root = {
    name: cursor.name,
    from: 0,
    to: source.length,
    children,
    hasFunctions: false,
    hasTypes: false,
  };
  const open: OpenNode[] = [root];
  const hasOddSigns = /[^\n -~]/.test(source);
  if (!cursor.firstChild()) return root;
  while (true) {
    const { name, from, to } = cursor;
    const node: OpenNode = { name, from, to, children: [] };
    if (hasOddSigns && isOdd(name, source.slice(from, to))) throw new NotData("an unusual sign", node);
    if (name === "ParamList") root.hasFunctions = true;
    // names are imported with `as` too
    if (typeNodes.has(name)) root.hasTypes ||= name !== "as" || open.at(-1)?.name === "BinaryExpression";
    if (!isComment(name)) open.at(-1)?.children.push(node);
    if (cursor.firstChild()) {
      open.push(node);
      if (open.length > deepest) throw new NotData("source nested this deeply", node);
      continue;
    }
    while (!cursor.nextSibling()) {
      open.pop();
      if (!cursor.parent()) return root;
    }
  }
}

type OpenNode = SourceNode & { readonly children: SourceNode[] };

function parse(source: string): Tree {
  try {
    return typescript.parse(source);
  } catch (error) {
    const at = /^No parse at (\d+)/.exec(messageOf(error))?.[1];
    throw new NotData("a syntax error", { from: at === undefined ? 0 : Number(at) });
  }
}

function isComment(name: string): boolean {
  return name === "LineComment" || name === "BlockComment";
}

/**
 * True where the grammar takes another sign for a part of a name, or reads on after one that ends a line in JavaScript.
 */
function isOdd(name: string, text: string): boolean {
  if (name === "LineComment") return /\r(?!$)|[\u2028\u2029]/.test(text);
  return /(?:Name|Definition|Label)$/.test(name) && !/^#?[\w$\p{L}]+$/u.test(text);
}

/** The line of a place in source, from 1. */
export function lineAt(source: string, at: number): number {
  return source.slice(0, at).split("\n").length;
}
