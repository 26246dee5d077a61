import { KareninaError } from "../../errors.ts";
import type { PatternFlags } from "../pattern.ts";
import { shownPattern } from "../shown-pattern.ts";
import { parsePattern } from "./parse-pattern.ts";
import { repeatSource } from "./repeat-source.ts";
import { setSource, withLookahead } from "./set-source.ts";
import type { NodeOf, PatternKind, PatternNode, SetNode } from "./syntax.ts";

/** A pattern for JavaScript's `RegExp`. */
export interface JavaScriptPattern {
  readonly source: string;
  /** `u`, or `iu` when the whole pattern ignores case. */
  readonly flags: "u" | "iu";
}

/**
 * Rewrites a pattern of Python's dialect for JavaScript's `RegExp`. Groups keep their numbers and lose their names;
 * all flags but case are written into the source, so a caller adds only what concerns searching (`d`, `g`, `y`).
 * A pattern that ignores case only in parts uses modifiers, `(?i:…)`.
 *
 * Two differences remain: a reference to a group that took no part matches the empty text here and nothing in Python,
 * and a group inside a repetition forgets its text at each round.
 *
 * Throws `KareninaError` with code `invalid_input` for a pattern that cannot be read.
 *
 * @example
 * toJavaScriptPattern("(?P<digit>\\d)(?P=digit)"); // { source: "([\\p{Nd}])(?:\\1)", flags: "u" }
 */
export function toJavaScriptPattern(pattern: string, flags: PatternFlags = {}): JavaScriptPattern {
  const { root } = parsePattern(pattern, flags);
  const cases = new Set(caseFlags(root));
  const mixed = cases.size > 1;
  const source = nodeSource(root, mixed);
  const result = { source, flags: cases.has(true) && !mixed ? "iu" : "u" } as const;
  try {
    new RegExp(result.source, result.flags);
  } catch (cause) {
    throw new KareninaError("invalid_input", `Regular expression ${shownPattern(pattern)} cannot be used.`, {
      cause,
    });
  }
  return result;
}

/** A test for one code point: whether it belongs to the set. */
export function setPattern(node: SetNode): RegExp {
  return new RegExp(`^${nodeSource(node, false)}$`, node.ignoreCase ? "iu" : "u");
}

function caseFlags(node: PatternNode): boolean[] {
  if (node.kind === "set") return node.items.length === 0 ? [] : [node.ignoreCase];
  if (node.kind === "backreference") return [node.ignoreCase];
  if (node.kind === "sequence") return node.nodes.flatMap(caseFlags);
  if (node.kind === "alternation") return node.branches.flatMap(caseFlags);
  return "node" in node ? caseFlags(node.node) : [];
}

type Writers = { readonly [Kind in PatternKind]: (node: NodeOf<Kind>, mixed: boolean) => string };

const WORD = String.raw`[\p{L}\p{N}_]`;
const ASCII_WORD = "[0-9A-Za-z_]";

const writers: Writers = {
  set: (node, mixed) =>
    inCase(
      node,
      mixed,
      setSource(node, (hexadecimal) => `\\u{${hexadecimal}}`, withLookahead),
    ),
  sequence: (node, mixed) => node.nodes.map((item) => nodeSource(item, mixed)).join(""),
  alternation: (node, mixed) => `(?:${node.branches.map((branch) => nodeSource(branch, mixed)).join("|")})`,
  repeat: (node, mixed) => repeatSource(node, nodeSource(node.node, mixed)),
  group: (node, mixed) => `(${nodeSource(node.node, mixed)})`,
  lineStart: () => String.raw`(?:^|(?<=\n))`,
  lineEnd: () => String.raw`(?:$|(?=\n))`,
  textStart: () => "^",
  textEnd: () => "$",
  textEndOrNewline: () => String.raw`(?=\n?$)`,
  boundary: (node) => boundarySource(node.negated, WORD),
  asciiBoundary: (node) => boundarySource(node.negated, ASCII_WORD),
  lookahead: (node, mixed) => `(?${node.negated ? "!" : "="}${nodeSource(node.node, mixed)})`,
  lookbehind: (node, mixed) => `(?<${node.negated ? "!" : "="}${nodeSource(node.node, mixed)})`,
  backreference: (node, mixed) => inCase(node, mixed, `(?:\\${node.group})`),
};

function nodeSource<Kind extends PatternKind>(node: NodeOf<Kind>, mixed: boolean): string {
  const writer: Writers[Kind] = writers[node.kind as Kind]; // the union of nodes keeps each kind with its own shape
  return writer(node, mixed);
}

function inCase(node: { readonly ignoreCase: boolean }, mixed: boolean, source: string): string {
  return mixed && node.ignoreCase ? `(?i:${source})` : source;
}

function boundarySource(negated: boolean, word: string): string {
  const same = `(?<=${word})(?=${word})|(?<!${word})(?!${word})`;
  const different = `(?<=${word})(?!${word})|(?<!${word})(?=${word})`;
  return `(?:${negated ? same : different})`;
}
