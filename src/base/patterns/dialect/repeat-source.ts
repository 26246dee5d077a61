import type { NodeOf } from "./syntax.ts";

/** A repetition as both target dialects write it. */
export function repeatSource(node: NodeOf<"repeat">, inner: string): string {
  return `(?:${inner})${bounds(node)}${node.lazy ? "?" : ""}`;
}

function bounds({ min, max }: NodeOf<"repeat">): string {
  if (max === undefined) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (min === 0 && max === 1) return "?";
  return min === max ? `{${min}}` : `{${min},${max}}`;
}
