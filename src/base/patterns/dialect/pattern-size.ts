import type { NodeOf, PatternKind, PatternNode } from "./syntax.ts";

/** About how many instructions a pattern is compiled to: repetitions are written out. */
export function patternSize(node: PatternNode): number {
  return sizeOf(node);
}

type Sizes = { readonly [Kind in PatternKind]: (node: NodeOf<Kind>) => number };

const one = () => 1;

const sizes: Sizes = {
  set: one,
  sequence: ({ nodes }) => sum(nodes),
  alternation: ({ branches }) => sum(branches) + branches.length,
  repeat: ({ node, min, max }) => (sizeOf(node) + 1) * Math.max(1, max ?? min + 1),
  group: ({ node }) => sizeOf(node) + 2,
  atomic: ({ node }) => sizeOf(node) + 2,
  conditional: ({ yes, no }) => sizeOf(yes) + sizeOf(no) + 2,
  lookahead: ({ node }) => sizeOf(node) + 2,
  lookbehind: ({ node }) => sizeOf(node) + 2,
  backreference: one,
  lineStart: one,
  lineEnd: one,
  textStart: one,
  textEnd: one,
  textEndOrNewline: one,
  boundary: one,
  asciiBoundary: one,
};

function sizeOf<Kind extends PatternKind>(node: NodeOf<Kind>): number {
  const size: Sizes[Kind] = sizes[node.kind as Kind]; // the union of nodes keeps each kind with its own shape
  return size(node);
}

function sum(nodes: readonly PatternNode[]): number {
  return nodes.reduce((total, node) => total + sizeOf(node), 0);
}
