import type { PatternNode } from "./syntax.ts";

/** How many characters a pattern takes. */
interface Width {
  readonly least: number;
  readonly most: number;
}

const none: Width = { least: 0, most: 0 };

/** The fewest and the most characters a node matches; what a reference matches is not followed. */
export function patternWidth(node: PatternNode): Width {
  switch (node.kind) {
    case "set":
      return { least: 1, most: 1 };
    case "sequence":
      return node.nodes.map(patternWidth).reduce(sum, none);
    case "alternation":
      return node.branches.map(patternWidth).reduce(span);
    case "conditional":
      return span(patternWidth(node.yes), patternWidth(node.no));
    case "repeat": {
      const { least, most } = patternWidth(node.node);
      const rounds = node.max ?? Number.POSITIVE_INFINITY;
      return { least: least * node.min, most: most === 0 || rounds === 0 ? 0 : most * rounds };
    }
    case "group":
    case "atomic":
      return patternWidth(node.node);
    case "backreference":
      return { least: 0, most: Number.POSITIVE_INFINITY };
    default:
      return none;
  }
}

function sum(one: Width, other: Width): Width {
  return { least: one.least + other.least, most: one.most + other.most };
}

function span(one: Width, other: Width): Width {
  return { least: Math.min(one.least, other.least), most: Math.max(one.most, other.most) };
}
