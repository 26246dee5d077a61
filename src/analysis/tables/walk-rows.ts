import * as z from "zod";
import { walkSpending } from "../walks/walk-spending.ts";
import { cellText } from "./cell-text.ts";
import { flagOrNull, integer, integerOrNull, number, numberOrNull, text, textOrNull } from "./column.ts";
import { defineWalkTable } from "./table.ts";
import { walkColumns, walkContextOf } from "./walk-context.ts";

/** A walk through a scenario. */
export const WalkRow = z.object({
  ...walkColumns,
  executionTime: numberOrNull("seconds of its turns together, and of what it did beside them"),
  besideInputTokens: number(
    "tokens spent beside its turns, sent: by a simulated user that had nothing more to ask",
  ),
  besideOutputTokens: number("the same, received"),
  besideCostUsd: numberOrNull("the same in US dollars"),
  besideCostKnown: flagOrNull("whether that is all of it; null: nothing was done beside its turns"),
  terminalFailureNode: textOrNull("where it could not go on"),
  terminalFailureCategory: textOrNull("what kind of failure it was"),
  terminalFailureStage: textOrNull("what found it"),
  terminalFailureReason: textOrNull("in words"),
  userStop: textOrNull("why the simulated user of the last node stopped"),
  warningCount: integer("conditions and state updates that failed"),
});
export type WalkRow = z.infer<typeof WalkRow>;

/** The walks. */
export const walksTable = defineWalkTable({
  name: "walks",
  about: "one row per walk through a scenario that has ended",
  schema: WalkRow,
  *rowsOf(walk) {
    const { terminalFailure: failure } = walk;
    const spent = walkSpending(walk);
    yield {
      ...walkContextOf(walk),
      executionTime: walk.executionTime,
      besideInputTokens: spent.input,
      besideOutputTokens: spent.output,
      besideCostUsd: spent.costUsd,
      besideCostKnown: walk.stages.length === 0 ? null : spent.isCostKnown,
      terminalFailureNode: failure?.nodeId ?? null,
      terminalFailureCategory: failure?.category ?? null,
      terminalFailureStage: failure?.stage ?? null,
      terminalFailureReason: failure?.reason ?? null,
      userStop: walk.finalState?.userStop ?? null,
      warningCount: walk.warnings.length,
    };
  },
});

/** A turn of a walk. */
export const WalkTurnRow = z.object({
  ...walkColumns,
  scenarioTurn: integer("its place in the walk, from 0"),
  nodeId: text("the node that was asked"),
  arrivedBy: integerOrNull("the place of the edge that led there among those of the scenario, from 0"),
  questionText: textOrNull("what was asked"),
  rawResponse: textOrNull("what was answered"),
  parsedFields: textOrNull("the fields that the judge filled in, as JSON"),
  verifyResult: flagOrNull("the verdict; null without one"),
  resultId: textOrNull("the result of the turn, for joining the tables of results"),
});
export type WalkTurnRow = z.infer<typeof WalkTurnRow>;

/** The turns of walks. */
export const walkTurnsTable = defineWalkTable({
  name: "walk_turns",
  about: "one row per walk and turn",
  schema: WalkTurnRow,
  *rowsOf(walk) {
    const context = walkContextOf(walk);
    for (const [scenarioTurn, turn] of walk.history.entries()) {
      yield {
        ...context,
        scenarioTurn,
        nodeId: turn.nodeId,
        arrivedBy: turn.arrivedBy,
        questionText: turn.questionText,
        rawResponse: turn.rawResponse,
        parsedFields: cellText(turn.parsedFields),
        verifyResult: turn.verifyResult,
        resultId: turn.verificationResultId,
      };
    }
  },
});

/** What a criterion says of a walk. */
export const WalkOutcomeRow = z.object({
  ...walkColumns,
  outcomeName: text("the criterion"),
  outcomeValue: numberOrNull("what it says, true and false as 1 and 0"),
  outcomeType: z
    .enum(["boolean", "integer", "number", "other"])
    .describe("`boolean`, `integer`, `number`, or `other` for what a file says and is none of these"),
  outcomeReason: textOrNull("why"),
});
export type WalkOutcomeRow = z.infer<typeof WalkOutcomeRow>;

/** What the criteria say of walks. */
export const walkOutcomesTable = defineWalkTable({
  name: "walk_outcomes",
  about: "one row per walk and criterion of its scenario",
  schema: WalkOutcomeRow,
  *rowsOf(walk) {
    const context = walkContextOf(walk);
    const reasons = new Map(Object.entries(walk.outcomeReasons));
    for (const [outcomeName, value] of Object.entries(walk.outcomeResults)) {
      const [outcomeValue, outcomeType] = typed(value);
      yield {
        ...context,
        outcomeName,
        outcomeValue,
        outcomeType,
        outcomeReason: reasons.get(outcomeName) ?? null,
      };
    }
  },
});

function typed(value: unknown): readonly [number | null, WalkOutcomeRow["outcomeType"]] {
  if (typeof value === "boolean") return [Number(value), "boolean"];
  if (typeof value !== "number") return [null, "other"];
  return [value, Number.isInteger(value) ? "integer" : "number"];
}
