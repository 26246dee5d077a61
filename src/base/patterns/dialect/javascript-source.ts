import { KareninaError } from "../../errors.ts";
import type { PatternFlags } from "../pattern.ts";
import { shownPattern } from "../shown-pattern.ts";
import { parsePattern } from "./parse-pattern.ts";
import { nodesIn } from "./pattern-nodes.ts";
import { repeatSource } from "./repeat-source.ts";
import { setSource, withLookahead } from "./set-source.ts";
import type { NodeOf, PatternKind, PatternNode, SetNode } from "./syntax.ts";

/** A pattern for JavaScript's `RegExp`. */
export interface JavaScriptPattern {
  readonly source: string;
  /** `u`, or `iu` when the whole pattern ignores case. */
  readonly flags: "u" | "iu";
  /** The number here of each group: one that does not give back takes a number, too. */
  readonly groups: readonly number[];
}

/**
 * Rewrites a pattern of Python's dialect for JavaScript's `RegExp`. Groups lose their names, and keep
 * their numbers where nothing is atomic; all flags but case are written into the source, so a caller adds only what concerns searching (`d`, `g`, `y`).
 * A pattern that ignores case only in parts uses modifiers, `(?i:…)`.
 *
 * Two differences remain: a reference to a group that took no part matches the empty text here and nothing in Python,
 * and a group inside a repetition forgets its text at each round.
 *
 * Throws `KareninaError` with code `invalid_input` for a pattern that cannot be read.
 *
 * @example
 * toJavaScriptPattern("(?P<digit>\\d)(?P=digit)"); // { source: "([\\p{Nd}])(?:\\1)", flags: "u", groups: [1] }
 */
export function toJavaScriptPattern(pattern: string, flags: PatternFlags = {}): JavaScriptPattern {
  const result = javaScriptPattern(parsePattern(pattern, flags).root);
  compiled(pattern, () => new RegExp(result.source, result.flags));
  return result;
}

/** What `RegExp` makes of a pattern. Throws `invalid_input` where it refuses it. */
export function compiled<Compiled>(pattern: string, compile: () => Compiled): Compiled {
  try {
    return compile();
  } catch (cause) {
    throw new KareninaError("invalid_input", `Regular expression ${shownPattern(pattern)} cannot be used.`, {
      cause,
    });
  }
}

/** The same of a pattern that was read. It may still be one that `RegExp` refuses. */
export function javaScriptPattern(root: PatternNode): JavaScriptPattern {
  const cases = new Set(caseFlags(root));
  const mixed = cases.size > 1;
  const numbers = captureNumbers(root);
  const groups = [...numbers].flatMap(([node, number]) => (node.kind === "group" ? number : []));
  const source = nodeSource(root, { mixed, numbers, groups });
  return { source, flags: cases.has(true) && !mixed ? "iu" : "u", groups };
}

/** A test for one code point: whether it belongs to the set. */
export function setPattern(node: SetNode): RegExp {
  return new RegExp(`^${nodeSource(node, alone)}$`, node.ignoreCase ? "iu" : "u");
}

function caseFlags(root: PatternNode): boolean[] {
  return nodesIn(root).flatMap((node) => {
    if (node.kind === "set") return node.items.length === 0 ? [] : [node.ignoreCase];
    return node.kind === "backreference" ? [node.ignoreCase] : [];
  });
}

/** The numbers that nodes take as groups of JavaScript's, which counts opening parentheses. */
function captureNumbers(root: PatternNode): ReadonlyMap<PatternNode, number> {
  const capturing = nodesIn(root).filter(({ kind }) => kind === "group" || kind === "atomic");
  return new Map(capturing.map((node, index) => [node, index + 1]));
}

/** What a node has to know of its pattern. */
interface Whole {
  /** True where case is ignored in parts only. */
  readonly mixed: boolean;
  readonly numbers: ReadonlyMap<PatternNode, number>;
  readonly groups: readonly number[];
}

const alone: Whole = { mixed: false, numbers: new Map(), groups: [] };

type Writers = { readonly [Kind in PatternKind]: (node: NodeOf<Kind>, whole: Whole) => string };

const WORD = String.raw`[\p{L}\p{N}_]`;
const ASCII_WORD = "[0-9A-Za-z_]";

const writers: Writers = {
  set: (node, whole) =>
    inCase(
      node,
      whole,
      setSource(node, (hexadecimal) => `\\u{${hexadecimal}}`, withLookahead),
    ),
  sequence: (node, whole) => node.nodes.map((item) => nodeSource(item, whole)).join(""),
  alternation: (node, whole) => `(?:${node.branches.map((branch) => nodeSource(branch, whole)).join("|")})`,
  repeat: (node, whole) => repeatSource(node, nodeSource(node.node, whole)),
  group: (node, whole) => `(${nodeSource(node.node, whole)})`,
  lineStart: () => String.raw`(?:^|(?<=\n))`,
  lineEnd: () => String.raw`(?:$|(?=\n))`,
  textStart: () => "^",
  textEnd: () => "$",
  textEndOrNewline: () => String.raw`(?=\n?$)`,
  boundary: (node) => boundarySource(node.negated, WORD),
  asciiBoundary: (node) => boundarySource(node.negated, ASCII_WORD),
  lookahead: (node, whole) => `(?${node.negated ? "!" : "="}${nodeSource(node.node, whole)})`,
  lookbehind: (node, whole) => {
    const inner = nodeSource(node.node, whole);
    const source = node.width === undefined ? inner : `(?=${inner})[^]{${node.width}}`;
    return `(?<${node.negated ? "!" : "="}${source})`;
  },
  backreference: (node, whole) => inCase(node, whole, `(?:\\${whole.groups[node.group - 1]})`),
  // A look ahead gives nothing back, and what it found is read again.
  atomic: (node, whole) => `(?:(?=(${nodeSource(node.node, whole)}))\\${whole.numbers.get(node)})`,
  // A group that took no part matches nothing at the end of the text; one that did matches at least a character.
  conditional: ({ group, yes, no }, whole) => {
    const apart = `[^]*(?![^])\\${whole.groups[group - 1]}`;
    return `(?:(?!${apart})${nodeSource(yes, whole)}|(?=${apart})${nodeSource(no, whole)})`;
  },
};

function nodeSource<Kind extends PatternKind>(node: NodeOf<Kind>, whole: Whole): string {
  const writer: Writers[Kind] = writers[node.kind as Kind]; // the union of nodes keeps each kind with its own shape
  return writer(node, whole);
}

function inCase(node: { readonly ignoreCase: boolean }, { mixed }: Whole, source: string): string {
  return mixed && node.ignoreCase ? `(?i:${source})` : source;
}

function boundarySource(negated: boolean, word: string): string {
  const same = `(?<=${word})(?=${word})|(?<!${word})(?!${word})`;
  const different = `(?<=${word})(?!${word})|(?<!${word})(?=${word})`;
  return `(?:${negated ? same : different})`;
}
