import type { JsonValue } from "../../base/index.ts";
import { exactMatch, numericExact, numericRange } from "../../template/index.ts";
import { checkKeys } from "../definition/known-keys.ts";
import type {
  CrossTurnCheck,
  OutcomeCheck,
  ResultCheck,
  SingleTurn,
  TurnCheck,
  TurnNumber,
  TurnScope,
} from "../definition/outcome-check.ts";
import { comparedTo } from "../definition/shorthand.ts";
import type { WalkStatus } from "../definition/walk-outcome.ts";

/** What fields of turns are compared with, by their names in results: `{ verify_result: true, "parsed.dose": { lte: 400 } }`. */
type Expected = { readonly [field: string]: JsonValue };

/** The last turn of a walk. */
export function lastTurnScope(): SingleTurn {
  return { type: "last_turn" };
}

/** The first turn of a walk. */
export function firstTurnScope(): SingleTurn {
  return { type: "first_turn" };
}

/** A turn by its place, from 0; negative counts from the end. */
export function turnAt(index: number): SingleTurn {
  return { type: "turn_at", index };
}

/** Holds when the last turn has these values. */
export function lastTurn<const Fields extends Expected>(fields: Fields) {
  return turnChecks<never, Fields>({ type: "last_turn" }, fields);
}

/** Holds when the first turn has these values. */
export function firstTurn<const Fields extends Expected>(fields: Fields) {
  return turnChecks<never, Fields>({ type: "first_turn" }, fields);
}

/** Turns at one node, or at one of some. */
interface AtNodes<Node extends string> {
  readonly node?: Node | readonly Node[];
}

/** Holds when each of these values is had by some turn; not all need to be the same turn's. */
export function anyTurn<const Fields extends Expected, const Node extends string = never>(
  fields: Fields,
  at: AtNodes<Node> = {},
) {
  return severalTurns("any_turn", fields, at);
}

/** Holds when every turn has these values, and there is one. */
export function allTurns<const Fields extends Expected, const Node extends string = never>(
  fields: Fields,
  at: AtNodes<Node> = {},
) {
  return severalTurns("all_turns", fields, at);
}

/** Holds when the walk ended in this way. */
export function statusIs(status: WalkStatus): ResultCheck {
  return { type: "result_check", field: "status", expected: status, verifyWith: exactMatch() };
}

/** Holds for walks of so many turns or more. */
export function turnCountGte(n: number): ResultCheck {
  return { type: "result_check", field: "turn_count", expected: null, verifyWith: numericRange({ min: n }) };
}

/** Holds for walks of exactly so many turns. */
export function turnCountEq(n: number): ResultCheck {
  return { type: "result_check", field: "turn_count", expected: n, verifyWith: numericExact() };
}

/** Which turns are counted. */
interface Counted<Node extends string> extends AtNodes<Node> {
  readonly verifyResult?: boolean;
}

/** How many turns there are, at a node or with a verdict where that is said. */
export function countTurns<const Node extends string = never>(
  which: Counted<Node> = {},
): TurnNumber<NoInfer<Node>> {
  return turnNumberOf("count_turns", which);
}

/** The place of the first such turn, from 0; -1 where there is none. */
export function firstMatchIndex<const Node extends string = never>(
  which: Counted<Node> = {},
): TurnNumber<NoInfer<Node>> {
  return turnNumberOf("first_match_index", which);
}

function turnNumberOf<Node extends string>(type: TurnNumber["type"], which: Counted<Node>): TurnNumber<Node> {
  checkKeys(type === "count_turns" ? "countTurns" : "firstMatchIndex", which, ["node", "verifyResult"]);
  const { node, verifyResult } = which;
  return {
    type,
    ...(node !== undefined && { nodeId: node }),
    ...(verifyResult !== undefined && { verifyResult }),
  };
}

/** Compares a field of one turn with a field of another: the target's, then the comparison, then the source's. */
export function crossTurn<const Source extends string, const Target extends string = Source>(check: {
  readonly source: SingleTurn;
  readonly sourceField: Source;
  readonly target: SingleTurn;
  /** Default: the source's. */
  readonly targetField?: Target;
  /** Default `eq`. */
  readonly comparison?: CrossTurnCheck["comparison"];
  /** Both as text go through these first. */
  readonly normalize?: CrossTurnCheck["normalize"];
}): CrossTurnCheck<NoInfer<Source | Target>> {
  checkKeys("crossTurn", check, crossTurnKeys);
  return {
    type: "cross_turn_check",
    sourceTurn: check.source,
    sourceField: check.sourceField,
    targetTurn: check.target,
    targetField: check.targetField ?? check.sourceField,
    comparison: check.comparison ?? "eq",
    normalize: check.normalize ?? [],
  };
}

const crossTurnKeys = ["source", "sourceField", "target", "targetField", "comparison", "normalize"];

function severalTurns<Node extends string, Fields extends Expected>(
  type: "any_turn" | "all_turns",
  fields: Fields,
  at: AtNodes<Node>,
): OutcomeCheck<Node, keyof Fields & string> {
  checkKeys(type === "any_turn" ? "anyTurn" : "allTurns", at, ["node"]);
  return turnChecks<Node, Fields>({ type, ...(at.node !== undefined && { nodeId: at.node }) }, fields);
}

function turnChecks<Node extends string, Fields extends Expected>(
  scope: TurnScope<Node>,
  fields: Fields,
): OutcomeCheck<Node, keyof Fields & string> {
  const checks = Object.entries(fields).map(
    ([field, value]): TurnCheck<Node, keyof Fields & string> => ({
      type: "turn_check",
      scope,
      // the keys of an object are those of its type
      field: field as keyof Fields & string,
      ...comparedTo(value),
    }),
  );
  const [only, ...more] = checks;
  return only !== undefined && more.length === 0 ? only : { type: "all_of", conditions: checks };
}
