import type { PatternNode } from "./syntax.ts";

/** The parts of a node, in the order in which they are written. */
export function partsOf(node: PatternNode): readonly PatternNode[] {
  if (node.kind === "sequence") return node.nodes;
  if (node.kind === "alternation") return node.branches;
  if (node.kind === "conditional") return [node.yes, node.no];
  return "node" in node ? [node.node] : [];
}

/** A node and all that it holds, in the order in which they begin. */
export function nodesIn(node: PatternNode): readonly PatternNode[] {
  return [node, ...partsOf(node).flatMap(nodesIn)];
}
