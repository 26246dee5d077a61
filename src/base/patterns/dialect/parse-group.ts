import type { PatternFlags } from "../pattern.ts";
import { parseScopedFlags } from "./parse-flags.ts";
import { backreference, type ParseState } from "./parse-state.ts";
import type { PatternNode } from "./syntax.ts";

const looks = [
  { opening: "?=", kind: "lookahead", negated: false },
  { opening: "?!", kind: "lookahead", negated: true },
  { opening: "?<=", kind: "lookbehind", negated: false },
  { opening: "?<!", kind: "lookbehind", negated: true },
] as const;

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

type Parse = (state: ParseState, flags: PatternFlags) => PatternNode;

/** A group, whose opening parenthesis was just read. */
export function parseGroup(state: ParseState, flags: PatternFlags, parseInside: Parse): PatternNode {
  const { reader } = state;
  const body = (inside: PatternFlags) => parseBody(state, inside, parseInside);
  const capture = (name?: string) => parseCapture(state, () => body(flags), name);
  for (const { opening, kind, negated } of looks) {
    if (reader.eat(opening)) return { kind, negated, node: body(flags) };
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
  if (reader.eat("?(")) reader.fail("conditional groups (?(…)…) are not supported");
  if (reader.eat("?>")) reader.fail("atomic groups (?>…) are not supported");
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

function parseBody(state: ParseState, flags: PatternFlags, parseInside: Parse): PatternNode {
  const node = parseInside(state, flags);
  if (!state.reader.eat(")")) state.reader.fail("missing ), unterminated group");
  return node;
}
