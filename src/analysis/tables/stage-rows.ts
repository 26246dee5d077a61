import * as z from "zod";
import { StageRecord } from "../../result/index.ts";
import { sumOf } from "./cell-text.ts";
import { flagOrNull, integer, number, numberOrNull, text, textOrNull } from "./column.ts";
import { contextColumns, contextOf } from "./context.ts";
import { defineTable } from "./table.ts";

/** A stage of a result's pipeline. */
export const StageRow = z.object({
  ...contextColumns,
  stageIndex: integer("its place in the result, from 0"),
  stageName: text("such as `ParseTemplate`"),
  stageStatus: StageRecord.shape.status.describe("`ran`, `skipped` or `failed`"),
  stageReason: textOrNull("why it was skipped or failed"),
  durationMs: number("wall time in milliseconds"),
  firstTokenMs: numberOrNull(
    "milliseconds from sending a call to the first piece of its reply, of the last reply that was streamed; null: none was",
  ),
  modelCalls: integer("calls of models"),
  retries: integer("repeated calls of models"),
  inputTokens: number("tokens spent, sent"),
  outputTokens: number("tokens spent, received"),
  costUsd: numberOrNull("US dollars spent"),
  rulingKind: textOrNull(
    "what it decided by: `verification`, `auto_fail` or `override`; null: it decided nothing",
  ),
  rulingVerifyResult: flagOrNull("what it decided"),
  rulingReason: textOrNull("why"),
  rulingCategory: textOrNull("the category of failure that it found"),
});
export type StageRow = z.infer<typeof StageRow>;

/** The stages that results went through. */
export const stagesTable = defineTable({
  name: "stages",
  about: "one row per result and stage of its pipeline: what it took, and what became of it",
  schema: StageRow,
  *rowsOf(result) {
    const context = contextOf(result);
    for (const [stageIndex, stage] of result.stages.entries()) {
      const { ruling } = stage;
      yield {
        ...context,
        stageIndex,
        stageName: stage.name,
        stageStatus: stage.status,
        stageReason: stage.reason,
        durationMs: stage.durationMs,
        firstTokenMs: stage.firstTokenMs ?? null,
        modelCalls: stage.modelCalls,
        retries: sumOf(Object.values(stage.retries)),
        inputTokens: stage.inputTokens,
        outputTokens: stage.outputTokens,
        costUsd: stage.costUsd,
        rulingKind: ruling?.kind ?? null,
        rulingVerifyResult: ruling?.verifyResult ?? null,
        rulingReason: ruling?.reason ?? null,
        rulingCategory: ruling?.category ?? null,
      };
    }
  },
});
