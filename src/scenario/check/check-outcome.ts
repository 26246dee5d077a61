import { type JsonSchema, messageOf } from "../../base/index.ts";
import { normalizeText } from "../../template/index.ts";
import {
  type CrossTurnCheck,
  comparisons,
  conditionsOf,
  type OutcomeCheck,
  type ResultField,
  resultFields,
  type SingleTurn,
  type TurnScope,
} from "../definition/outcome-check.ts";
import type { OutcomeCriterion } from "../definition/scenario-definition.ts";
import { walkStatuses } from "../definition/walk-outcome.ts";
import { count, type FieldChecker } from "./check-fields.ts";
import type { Tell } from "./scenario-problem.ts";

/** Tells what is wrong with a criterion. */
export function checkOutcome(
  { name, check, evaluate, unusable }: OutcomeCriterion,
  place: string,
  ids: readonly string[],
  fields: FieldChecker,
  tell: Tell,
): void {
  if (name.trim() === "") tell(place, "expected a name");
  if (unusable !== undefined) tell(place, unusable);
  else if (check === undefined && evaluate === undefined)
    tell(place, "it has neither a check nor a function, and is left out", "warning");
  if (check !== undefined) checkTree(check, place, ids, fields, tell);
}

function checkTree(
  check: OutcomeCheck,
  place: string,
  ids: readonly string[],
  fields: FieldChecker,
  tell: Tell,
): void {
  if (check.type === "turn_check") {
    const nodes = nodesOf(check.scope);
    fields.turn(place, check.field, nodes, check);
    for (const id of nodes ?? []) fields.node(place, id);
    fields.primitive(place, check.verifyWith);
    checkPlace(check.scope, place, tell);
  }
  if (check.type === "result_check") {
    fields.primitive(place, check.verifyWith);
    if (!resultFields.includes(check.field))
      tell(place, `walks have no ${JSON.stringify(check.field)}; they have ${resultFields.join(", ")}`);
    else fields.value(place, check.field, resultSchema(check.field, ids), check);
  }
  if (check.type === "cross_turn_check") checkCrossTurn(check, place, fields, tell);
  if (check.type === "count_turns" || check.type === "first_match_index")
    for (const id of check.nodeId === undefined ? [] : [check.nodeId].flat()) fields.node(place, id);
  if ("conditions" in check && check.conditions.length === 0)
    tell(place, `expected checks in ${check.type}, found none, which every walk would be judged alike by`);
  else if (
    check.type === "at_least_n" &&
    !(Number.isInteger(check.n) && check.n >= 1 && check.n <= check.conditions.length)
  )
    tell(
      place,
      `expected n from 1 to ${check.conditions.length}, which is how many conditions there are, found ${check.n}`,
    );
  for (const inner of conditionsOf(check)) checkTree(inner, place, ids, fields, tell);
}

function resultSchema(field: ResultField, ids: readonly string[]): JsonSchema {
  if (field === "turn_count") return count;
  if (field === "path") return { type: "array", items: { enum: ids } };
  return field === "status" ? { enum: walkStatuses } : { type: "string" };
}

function checkCrossTurn(check: CrossTurnCheck, place: string, fields: FieldChecker, tell: Tell): void {
  fields.turn(place, check.sourceField, undefined);
  fields.turn(place, check.targetField, undefined);
  for (const scope of [check.sourceTurn, check.targetTurn]) checkPlace(scope, place, tell);
  if (!comparisons.includes(check.comparison))
    tell(
      place,
      `there is no comparison ${JSON.stringify(check.comparison)}; there are ${comparisons.join(", ")}`,
    );
  try {
    normalizeText("", check.normalize);
  } catch (error) {
    tell(place, `normalize: ${messageOf(error)}`);
  }
}

function checkPlace(scope: TurnScope | SingleTurn, place: string, tell: Tell): void {
  if (scope.type === "turn_at" && !Number.isInteger(scope.index))
    tell(place, `expected the place of a turn as a whole number, found ${scope.index}`);
}

function nodesOf(scope: TurnScope): readonly string[] | undefined {
  return "nodeId" in scope && scope.nodeId !== undefined ? [scope.nodeId].flat() : undefined;
}
