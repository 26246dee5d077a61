import type { PatternFlags } from "../pattern.ts";
import type { PatternReader } from "./pattern-reader.ts";
import type { PatternKind, PatternNode } from "./syntax.ts";

/** What is known while a pattern is read. */
export interface ParseState {
  readonly reader: PatternReader;
  readonly kinds: Set<PatternKind>;
  readonly groupNames: Map<string, number>;
  /** Groups whose closing parenthesis is still to come: they cannot be referred to. */
  readonly openGroups: Set<number>;
  groupCount: number;
  /** How many groups are open around the cursor. */
  depth: number;
}

export function startState(reader: PatternReader): ParseState {
  return {
    reader,
    kinds: new Set(),
    groupNames: new Map(),
    openGroups: new Set(),
    groupCount: 0,
    depth: 0,
  };
}

/** A reference to a group that is already closed. */
export function backreference(state: ParseState, flags: PatternFlags, group: number): PatternNode {
  if (group > state.groupCount) state.reader.fail(`invalid group reference ${group}`);
  if (state.openGroups.has(group)) state.reader.fail(`cannot refer to the open group ${group}`);
  return { kind: "backreference", group, ignoreCase: flags.ignoreCase === true };
}
