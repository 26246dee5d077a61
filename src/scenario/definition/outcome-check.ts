import type { Normalizers } from "../../template/index.ts";
import type { ComparedTo } from "./compared-to.ts";

/** One turn of a walk. */
export type SingleTurn =
  | { readonly type: "last_turn" }
  | { readonly type: "first_turn" }
  /** From 0; negative counts from the end. */
  | { readonly type: "turn_at"; readonly index: number };

/** The turns that a check looks at; of several, those at a node or at one of some nodes. */
export type TurnScope<Node extends string = string> =
  | SingleTurn
  | { readonly type: "any_turn" | "all_turns"; readonly nodeId?: Node | readonly Node[] };

/** Compares a field of turns with a value: `node_id`, `verify_result`, `raw_response`, `question_text`, `parsed.<field>`. */
export interface TurnCheck<Node extends string = string, Field extends string = string> extends ComparedTo {
  readonly type: "turn_check";
  readonly scope: TurnScope<Node>;
  readonly field: Field;
}

/** What is known of a whole walk. */
export const resultFields = ["status", "turn_count", "path", "scenario_id"] as const;
export type ResultField = (typeof resultFields)[number];

/** Compares something about the whole walk with a value. */
export interface ResultCheck extends ComparedTo {
  readonly type: "result_check";
  readonly field: ResultField;
}

/** How the target's value is compared with the source's. */
export const comparisons = ["eq", "neq", "contains", "gt", "gte", "lt", "lte"] as const;
export type TurnComparison = (typeof comparisons)[number];

/** Compares a field of one turn with a field of another: target, comparison, source. */
export interface CrossTurnCheck<Field extends string = string> {
  readonly type: "cross_turn_check";
  readonly sourceTurn: SingleTurn;
  readonly sourceField: Field;
  readonly targetTurn: SingleTurn;
  readonly targetField: Field;
  readonly comparison: TurnComparison;
  /** Both as text go through these first. */
  readonly normalize: Normalizers;
}

/** A number: how many turns there are of this kind, or the place of the first, from 0, and -1 without any. */
export interface TurnNumber<Node extends string = string> {
  readonly type: "count_turns" | "first_match_index";
  readonly nodeId?: Node | readonly Node[];
  readonly verifyResult?: boolean;
}

/** A tree of checks; a number inside it counts as true when it is above 0, a place when there is one. */
export type OutcomeCheck<Node extends string = string, Field extends string = string> =
  | TurnCheck<Node, Field>
  | ResultCheck
  | CrossTurnCheck<Field>
  | TurnNumber<Node>
  | { readonly type: "all_of" | "any_of"; readonly conditions: readonly OutcomeCheck<Node, Field>[] }
  | {
      readonly type: "at_least_n";
      readonly n: number;
      readonly conditions: readonly OutcomeCheck<Node, Field>[];
    };

/** The checks right below a node. */
export function conditionsOf(check: OutcomeCheck): readonly OutcomeCheck[] {
  return "conditions" in check ? check.conditions : [];
}
