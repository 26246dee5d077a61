import { partsOf } from "./pattern-nodes.ts";
import type { PatternReader } from "./pattern-reader.ts";
import { patternWidth } from "./pattern-width.ts";
import type { NodeOf, PatternNode } from "./syntax.ts";

/** A group, and whether it stands where this dialect and Python's remember it in different ways. */
interface PlacedGroup {
  readonly node: NodeOf<"group">;
  readonly repeated: boolean;
}

/**
 * Fails for a condition that cannot be told exactly: on a group that may match nothing, or that a repetition or a negated
 * look around it makes forget its text.
 */
export function checkConditions(root: PatternNode, reader: PatternReader): void {
  const groups = placedGroups(root, false);
  for (const { group } of conditionsIn(root)) {
    const found = groups[group - 1];
    if (found === undefined) continue;
    if (found.repeated) reader.fail(`a condition on group ${group}, inside a repetition, is not supported`);
    if (patternWidth(found.node).least === 0)
      reader.fail(`a condition on group ${group}, which can match nothing, is not supported`);
  }
}

function placedGroups(node: PatternNode, repeated: boolean): readonly PlacedGroup[] {
  if (node.kind === "repeat")
    return placedGroups(node.node, repeated || (node.max !== 1 && !isGroup(node.node)));
  const isNegated = node.kind === "lookahead" || node.kind === "lookbehind" ? node.negated : false;
  const inside = partsOf(node).flatMap((part) => placedGroups(part, repeated || isNegated));
  return node.kind === "group" ? [{ node, repeated }, ...inside] : inside;
}

/** A group that is all of what repeats is remembered alike. */
function isGroup(node: PatternNode): boolean {
  return node.kind === "atomic" ? isGroup(node.node) : node.kind === "group";
}

function conditionsIn(node: PatternNode): readonly NodeOf<"conditional">[] {
  const inside = partsOf(node).flatMap(conditionsIn);
  return node.kind === "conditional" ? [node, ...inside] : inside;
}
