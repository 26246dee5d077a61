import type { JavaScriptPattern } from "./dialect/javascript-source.ts";
import type { ParsedPattern, PatternNode } from "./dialect/syntax.ts";
import type { Spans } from "./spans.ts";

/** Searches a text as JavaScript's own engine does, which can take very long. */
export type Backtracking = (text: string) => Iterable<Spans>;

/** The search for a pattern, compiled once. */
export function backtracking({ source, flags, groups }: JavaScriptPattern): Backtracking {
  const search = new RegExp(source, groups.length === 0 ? `g${flags}` : `dg${flags}`);
  return function* spans(text) {
    let from = 0;
    while (from <= text.length) {
      search.lastIndex = from;
      const found = search.exec(text);
      if (found === null) return;
      const [match] = found;
      const end = found.index + match.length;
      // after an empty match the next one is looked for behind the next character
      from = match === "" ? end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1) : end;
      yield groups.length === 0
        ? [found.index, end]
        : [0, ...groups].flatMap((group) => found.indices?.[group] ?? [-1, -1]);
    }
  };
}

/** How long JavaScript's own engine can take with a pattern. */
export interface BoundedSearch {
  /** How many repetitions can end at several places of a text: a search tries each with every other. */
  readonly waysOut: number;
  /** Matches begin nowhere but at the beginning of the text. */
  readonly isAnchored: boolean;
}

/**
 * Of a pattern of characters, plain repetitions of one and groups of these, one after the other, the steps of a search are
 * known. Undefined for any other: repetitions in repetitions multiply.
 */
export function boundedSearch({ root }: ParsedPattern): BoundedSearch | undefined {
  const parts = inOrder(root);
  const waysOut = waysOutOfAll(parts);
  return waysOut === Number.POSITIVE_INFINITY
    ? undefined
    : { waysOut, isAnchored: parts[0]?.kind === "textStart" };
}

/** The most steps that finding all matches takes. */
export function stepsOf({ waysOut, isAnchored }: BoundedSearch, size: number, length: number): number {
  return size * (length + 1) ** (waysOut + (isAnchored ? 0 : 1)) + length;
}

/** How many repetitions there are that can end at several places; infinity for what is not counted. */
function waysOutOf(node: PatternNode): number {
  switch (node.kind) {
    case "set":
      return node.ignoreCase ? Number.POSITIVE_INFINITY : 0;
    case "textStart":
    case "textEnd":
    case "textEndOrNewline":
      return 0;
    case "repeat":
      return node.node.kind === "set"
        ? waysOutOf(node.node) + Number(node.min !== node.max)
        : Number.POSITIVE_INFINITY;
    case "group": {
      const inner = inOrder(node.node);
      // a group in a group is rare, and not looked into
      return inner.some(({ kind }) => kind === "group") ? Number.POSITIVE_INFINITY : waysOutOfAll(inner);
    }
    default:
      return Number.POSITIVE_INFINITY;
  }
}

function waysOutOfAll(nodes: readonly PatternNode[]): number {
  return nodes.reduce((total, node) => total + waysOutOf(node), 0);
}

function inOrder(node: PatternNode): readonly PatternNode[] {
  return node.kind === "sequence" ? node.nodes : [node];
}
