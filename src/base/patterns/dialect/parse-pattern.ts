import { KareninaError } from "../../errors.ts";
import type { PatternFlags } from "../pattern.ts";
import { withAsciiCases } from "./character-classes.ts";
import { checkConditions } from "./check-conditions.ts";
import { parseCommonEscape, parseOctal } from "./parse-escape.ts";
import { eatIgnored, parseGlobalFlags } from "./parse-flags.ts";
import { parseGroup } from "./parse-group.ts";
import { eatQuantifier } from "./parse-quantifier.ts";
import { parseSet } from "./parse-set.ts";
import { backreference, type ParseState, startState } from "./parse-state.ts";
import { PatternReader } from "./pattern-reader.ts";
import type { NodeOf, ParsedPattern, PatternKind, PatternNode, SetItem } from "./syntax.ts";

const DEEPEST = 200;
/** Beyond these, compiling a pattern can take seconds and all memory. */
const LONGEST = 50_000;
const MOST_GROUPS = 1000;

/** Reads a pattern in the dialect of Python's `re`. Throws `KareninaError` with code `invalid_input`. */
export function parsePattern(pattern: string, flags: PatternFlags = {}): ParsedPattern {
  if (pattern.length > LONGEST) {
    throw new KareninaError(
      "invalid_input",
      `A regular expression has at most ${LONGEST} characters; found ${pattern.length}.`,
    );
  }
  const reader = new PatternReader(pattern);
  const state = startState(reader);
  const root = parseAlternation(state, parseGlobalFlags(reader, flags));
  if (!reader.atEnd) reader.fail("unbalanced parenthesis");
  if (state.kinds.has("conditional")) checkConditions(root, reader);
  if (state.groupCount > MOST_GROUPS) reader.fail(`more than ${MOST_GROUPS} groups`);
  return { root, groupCount: state.groupCount, kinds: state.kinds };
}

/** Branches up to the closing parenthesis or the end, which stays unread. */
function parseAlternation(state: ParseState, flags: PatternFlags): PatternNode {
  if (++state.depth > DEEPEST) state.reader.fail(`groups nested deeper than ${DEEPEST}`);
  const branches = [parseSequence(state, flags)];
  while (state.reader.eat("|")) branches.push(parseSequence(state, flags));
  state.depth--;
  const [only] = branches;
  return branches.length === 1 && only !== undefined ? only : { kind: "alternation", branches };
}

function parseSequence(state: ParseState, flags: PatternFlags): PatternNode {
  const reader: PatternReader = state.reader;
  const nodes: PatternNode[] = [];
  for (;;) {
    while (eatIgnored(reader, flags));
    if (reader.atEnd || reader.peek() === "|" || reader.peek() === ")") return { kind: "sequence", nodes };
    const start = reader.position;
    const quantifier = eatQuantifier(reader);
    if (quantifier === undefined) {
      const node = parseAtom(state, flags);
      state.kinds.add(node.kind);
      nodes.push(node);
      continue;
    }
    const node = nodes.pop();
    if (node === undefined || anchors.has(node.kind)) reader.fail("nothing to repeat", start);
    if (node.kind === "repeat" || (node.kind === "atomic" && node.ofRepeat))
      reader.fail("multiple repeat", start);
    const { possessive, ...bounds } = quantifier;
    if (possessive) state.kinds.add("atomic");
    nodes.push(possessive ? possessiveRepeat(node, bounds) : { kind: "repeat", node, ...bounds });
  }
}

/** Python gives back neither rounds nor what matched in one. */
function possessiveRepeat(
  node: PatternNode,
  bounds: Pick<NodeOf<"repeat">, "min" | "max" | "lazy">,
): PatternNode {
  const round: PatternNode = node.kind === "set" ? node : { kind: "atomic", node, ofRepeat: false };
  return { kind: "atomic", node: { kind: "repeat", node: round, ...bounds }, ofRepeat: true };
}

const anchors: ReadonlySet<PatternKind> = new Set([
  "lineStart",
  "lineEnd",
  "textStart",
  "textEnd",
  "textEndOrNewline",
  "boundary",
  "asciiBoundary",
]);

const parseInside = { alternation: parseAlternation, sequence: parseSequence };

function parseAtom(state: ParseState, flags: PatternFlags): PatternNode {
  const { reader } = state;
  const character = reader.next();
  if (character === "(") return parseGroup(state, flags, parseInside);
  if (character === "[") {
    const { negated, items } = parseSet(reader, flags);
    return setNode(items, flags, negated);
  }
  if (character === ".") return setNode(flags.dotAll ? [] : [{ from: 0x0a, to: 0x0a }], {}, true);
  if (character === "^") return { kind: flags.multiline ? "lineStart" : "textStart" };
  if (character === "$") return { kind: flags.multiline ? "lineEnd" : "textEndOrNewline" };
  if (character === "\\") return parseEscape(state, flags);
  return setNode(single(character.codePointAt(0) ?? 0), flags);
}

function parseEscape(state: ParseState, flags: PatternFlags): PatternNode {
  const { reader } = state;
  const letter = reader.next("bad escape (end of pattern)");
  if (letter === "A") return { kind: "textStart" };
  if (letter === "Z" || letter === "z") return { kind: "textEnd" };
  if (letter === "b" || letter === "B") {
    return { kind: flags.ascii ? "asciiBoundary" : "boundary", negated: letter === "B" };
  }
  const octal = parseOctal(reader, letter);
  if (octal !== undefined) return setNode(single(octal), flags);
  if (/[1-9]/.test(letter)) {
    return backreference(state, flags, Number(letter + reader.eatWhile(/[0-9]/, 1)));
  }
  return setNode(parseCommonEscape(reader, letter, flags), flags);
}

function setNode(items: readonly SetItem[], flags: PatternFlags, negated = false): PatternNode {
  const ignoreCase = flags.ignoreCase === true;
  if (ignoreCase && flags.ascii) {
    return { kind: "set", negated, items: withAsciiCases(items), ignoreCase: false };
  }
  return { kind: "set", negated, items, ignoreCase };
}

function single(codePoint: number): readonly SetItem[] {
  return [{ from: codePoint, to: codePoint }];
}
