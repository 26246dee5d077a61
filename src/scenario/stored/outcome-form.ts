import * as z from "zod";
import type { JsonObject } from "../../base/index.ts";
import { Normalizers } from "../../template/index.ts";
import { comparisons, type OutcomeCheck, resultFields, type TurnScope } from "../definition/outcome-check.ts";
import { comparedCheck, comparedFields, comparedRecord, withOwnType } from "./primitive-form.ts";

const Nodes = z.union([z.string(), z.array(z.string())]).nullish();

const single = [
  z.object({ type: z.literal("last_turn") }),
  z.object({ type: z.literal("first_turn") }),
  z.object({ type: z.literal("turn_at"), index: z.int() }),
] as const;
const several = z
  .object({ type: z.enum(["any_turn", "all_turns"]), node_id: Nodes })
  .transform(({ type, node_id: nodeId }) => ({ type, ...(nodeId != null && { nodeId }) }));

const SingleTurnForm = z.preprocess(withOwnType, z.discriminatedUnion("type", single));
const TurnScopeForm = z.preprocess(withOwnType, z.union([...single, several]));

const TurnCheckForm = z
  .object({
    type: z.literal("turn_check"),
    scope: TurnScopeForm,
    field: z.string(),
    ...comparedFields,
  })
  .transform(comparedCheck);

const ResultCheckForm = z
  .object({
    type: z.literal("result_check"),
    field: z.enum(resultFields),
    ...comparedFields,
  })
  .transform(comparedCheck);

const CrossTurnForm = z
  .object({
    type: z.literal("cross_turn_check"),
    source_turn: SingleTurnForm,
    source_field: z.string(),
    target_turn: SingleTurnForm,
    target_field: z.string(),
    comparison: z.enum(comparisons),
    normalize: Normalizers.default([]),
  })
  .transform((check) => ({
    type: check.type,
    sourceTurn: check.source_turn,
    sourceField: check.source_field,
    targetTurn: check.target_turn,
    targetField: check.target_field,
    comparison: check.comparison,
    normalize: check.normalize,
  }));

const NumberForm = z
  .object({
    type: z.enum(["count_turns", "first_match_index"]),
    node_id: Nodes,
    verify_result: z.boolean().nullish(),
  })
  .transform(({ type, node_id: nodeId, verify_result: verifyResult }) => ({
    type,
    ...(nodeId != null && { nodeId }),
    ...(verifyResult != null && { verifyResult }),
  }));

const kinds = ["turn_check", "result_check", "cross_turn_check", "count_turns", "first_match_index"];

/** A tree of outcome checks as files have it. */
export const OutcomeForm: z.ZodType<OutcomeCheck, unknown> = z.lazy(() => {
  const conditions = z.array(OutcomeForm);
  return z.preprocess(
    withOwnType,
    z.discriminatedUnion(
      "type",
      [
        TurnCheckForm,
        ResultCheckForm,
        CrossTurnForm,
        NumberForm,
        z.object({ type: z.enum(["all_of", "any_of"]), conditions }),
        z.object({ type: z.literal("at_least_n"), n: z.int(), conditions }),
      ],
      { error: `expected a check: ${[...kinds, "all_of", "any_of", "at_least_n"].join(", ")}` },
    ),
  );
});

/** The class that the Python system has for each type of check. */
const classes: Readonly<Record<OutcomeCheck["type"], string>> = {
  turn_check: "TurnCheck",
  result_check: "ResultCheck",
  cross_turn_check: "CrossTurnCheck",
  count_turns: "CountTurns",
  first_match_index: "FirstMatchIndex",
  all_of: "AllOf",
  any_of: "AnyOf",
  at_least_n: "AtLeastN",
};

/** A tree of outcome checks for a file. */
export function outcomeRecord(check: OutcomeCheck): JsonObject {
  const type = classes[check.type];
  switch (check.type) {
    case "turn_check":
      return { type, scope: scopeRecord(check.scope), field: check.field, ...comparedRecord(check) };
    case "result_check":
      return { type, field: check.field, ...comparedRecord(check) };
    case "cross_turn_check":
      return {
        type,
        source_turn: scopeRecord(check.sourceTurn),
        source_field: check.sourceField,
        target_turn: scopeRecord(check.targetTurn),
        target_field: check.targetField,
        comparison: check.comparison,
        normalize: check.normalize,
      };
    case "count_turns":
    case "first_match_index":
      return { type, node_id: check.nodeId ?? null, verify_result: check.verifyResult ?? null };
    case "at_least_n":
      return { type, n: check.n, conditions: check.conditions.map(outcomeRecord) };
    case "all_of":
    case "any_of":
      return { type, conditions: check.conditions.map(outcomeRecord) };
  }
}

function scopeRecord(scope: TurnScope): JsonObject {
  return scope.type === "any_turn" || scope.type === "all_turns"
    ? { type: scope.type, node_id: scope.nodeId ?? null }
    : { ...scope };
}
