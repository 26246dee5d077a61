import type { PatternFlags } from "../pattern.ts";
import { parseScopedFlags } from "./parse-flags.ts";
import { backreference, type ParseState } from "./parse-state.ts";
import { nodesIn } from "./pattern-nodes.ts";
import { patternWidth } from "./pattern-width.ts";
import type { PatternNode } from "./syntax.ts";

const looks = [
  { opening: "?=", kind: "lookahead", negated: false },
  { opening: "?!", kind: "lookahead", negated: true },
  { opening: "?<=", kind: "lookbehind", negated: false },
  { opening: "?<!", kind: "lookbehind", negated: true },
] as const;

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

type Parse = (state: ParseState, flags: PatternFlags) => PatternNode;

/** How what stands in a group is read. */
interface ParseInside {
  readonly alternation: Parse;
  readonly sequence: Parse;
}

/** A group, whose opening parenthesis was just read. */
export function parseGroup(state: ParseState, flags: PatternFlags, inside: ParseInside): PatternNode {
  const { reader } = state;
  const body = (own: PatternFlags) => parseBody(state, own, inside.alternation);
  const capture = (name?: string) => parseCapture(state, () => body(flags), name);
  for (const { opening, kind, negated } of looks) {
    if (!reader.eat(opening)) continue;
    const node = body(flags);
    return kind === "lookahead" ? { kind, negated, node } : lookbehind(state, node, negated);
  }
  if (reader.eat("?P=")) {
    const name = reader.eatUntil(")", "missing ), unterminated name");
    const group = state.groupNames.get(name) ?? reader.fail(`unknown group name "${name}"`);
    return backreference(state, flags, group);
  }
  if (reader.eat("?:")) return body(flags);
  if (reader.eat("?P<") || reader.eat("?<")) {
    return capture(reader.eatUntil(">", "missing >, unterminated name"));
  }
  if (reader.eat("?(")) return parseConditional(state, flags, inside.sequence);
  if (reader.eat("?>")) {
    state.kinds.add("atomic");
    return { kind: "atomic", node: body(flags), ofRepeat: false };
  }
  if (reader.eat("?")) return body(parseScopedFlags(reader, flags));
  return capture();
}

function parseCapture(state: ParseState, parseInside: () => PatternNode, name?: string): PatternNode {
  const group = ++state.groupCount;
  if (name !== undefined) {
    if (!NAME.test(name)) state.reader.fail(`bad group name "${name}"`);
    if (state.groupNames.has(name)) state.reader.fail(`group name "${name}" is used twice`);
    state.groupNames.set(name, group);
  }
  state.openGroups.add(group);
  const node = parseInside();
  state.openGroups.delete(group);
  return { kind: "group", node };
}

function parseConditional(state: ParseState, flags: PatternFlags, parseBranch: Parse): PatternNode {
  const { reader } = state;
  const name = reader.eatUntil(")", "missing ), unterminated name");
  const number = /^[0-9]+$/.test(name) ? Number(name) : undefined;
  const group = number ?? state.groupNames.get(name) ?? reader.fail(`unknown group name "${name}"`);
  if (group < 1 || group > state.groupCount) reader.fail(`invalid group reference ${group}`);
  if (state.openGroups.has(group)) reader.fail(`cannot refer to the open group ${group}`);
  const yes = parseBranch(state, flags);
  const no: PatternNode = reader.eat("|") ? parseBranch(state, flags) : { kind: "sequence", nodes: [] };
  if (reader.peek() === "|") reader.fail("conditional backref with more than two branches");
  if (!reader.eat(")")) reader.fail("missing ), unterminated group");
  return { kind: "conditional", group, yes, no };
}

/** Whatever does not give back is read forwards, from as many characters before as it takes. */
function lookbehind(state: ParseState, node: PatternNode, negated: boolean): PatternNode {
  const kind = "lookbehind";
  const isForward = nodesIn(node).some((one) => one.kind === "atomic" || one.kind === "conditional");
  if (!isForward) return { kind, negated, node };
  const { least, most } = patternWidth(node);
  if (least !== most) state.reader.fail("look-behind requires fixed-width pattern");
  return { kind, negated, node, width: least };
}

function parseBody(state: ParseState, flags: PatternFlags, parseInside: Parse): PatternNode {
  const node = parseInside(state, flags);
  if (!state.reader.eat(")")) state.reader.fail("missing ), unterminated group");
  return node;
}
