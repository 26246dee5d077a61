import { type JavaScriptPattern, javaScriptPattern } from "./dialect/javascript-source.ts";
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

/** A pattern that JavaScript's own engine runs, and how long that can take. */
export interface BoundedSearch {
  readonly search: Backtracking;
  /** How many repetitions can end at several places of a text: a search tries each with every other. */
  readonly waysOut: number;
  /** Matches begin nowhere but at the beginning of the text. */
  readonly isAnchored: boolean;
}

/**
 * A pattern of characters, plain repetitions of one and groups of these, one after the other, for which the steps of a search are
 * known. Undefined for any other: repetitions in repetitions multiply.
 */
export function boundedSearch({ root }: ParsedPattern): BoundedSearch | undefined {
  const parts = root.kind === "sequence" ? root.nodes : [root];
  const counts = parts.map(waysOutOf);
  if (counts.includes(undefined)) return undefined;
  let search: Backtracking | undefined;
  return {
    search(text) {
      search ??= backtracking(javaScriptPattern(root));
      return search(text);
    },
    waysOut: counts.reduce((total: number, count) => total + (count ?? 0), 0),
    isAnchored: parts[0]?.kind === "textStart",
  };
}

/** The most steps that finding all matches takes. */
export function stepsOf({ waysOut, isAnchored }: BoundedSearch, size: number, length: number): number {
  return size * (length + 1) ** (waysOut + (isAnchored ? 0 : 1)) + length;
}

/** How many repetitions there are that can end at several places; undefined for what is not counted. */
function waysOutOf(node: PatternNode): number | undefined {
  if (node.kind === "set") return node.ignoreCase ? undefined : 0;
  if (node.kind === "textStart" || node.kind === "textEnd") return 0;
  if (node.kind === "textEndOrNewline") return 0;
  if (node.kind === "repeat")
    return node.node.kind === "set" && !node.node.ignoreCase ? Number(node.min !== node.max) : undefined;
  if (node.kind !== "group") return undefined;
  const inner = node.node.kind === "sequence" ? node.node.nodes : [node.node];
  // a group in a group is rare, and not looked into
  return inner.some(({ kind }) => kind === "group")
    ? undefined
    : inner.map(waysOutOf).reduce((total, count) => sum(total, count), 0);
}

function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}
