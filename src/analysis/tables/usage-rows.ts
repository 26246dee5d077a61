import * as z from "zod";
import { ownEntry } from "../../base/index.ts";
import { number, numberOrNull, text, textOrNull } from "./column.ts";
import { contextColumns, contextOf } from "./context.ts";
import { defineTable } from "./table.ts";

/** The tokens that a step of a result rests on. */
export const UsageRow = z.object({
  ...contextColumns,
  usageStage: text("`answer_generation`, `parsing`, `rubric_evaluation`, …"),
  inputTokens: number("tokens sent"),
  outputTokens: number("tokens received"),
  totalTokens: number("both together, as the provider counts them"),
  modelUsed: textOrNull("the first model that answered"),
  inputCacheReadTokens: numberOrNull("of the tokens sent, those read from a cache"),
  outputReasoningTokens: numberOrNull("of the tokens received, those of reasoning"),
  costUsd: numberOrNull("US dollars, where known"),
});
export type UsageRow = z.infer<typeof UsageRow>;

/** The tokens that results rest on. */
export const usageTable = defineTable({
  name: "usage",
  about: "one row per result and step with tokens that it rests on: a shared answer counts for each result",
  schema: UsageRow,
  *rowsOf(result) {
    const context = contextOf(result);
    for (const [usageStage, usage] of Object.entries(result.template?.usageMetadata ?? {})) {
      if (usageStage === "total") continue;
      yield {
        ...context,
        usageStage,
        inputTokens: usage.inputTokens,
        outputTokens: usage.outputTokens,
        totalTokens: usage.totalTokens,
        modelUsed: usage.model ?? null,
        inputCacheReadTokens: ownEntry(usage.inputTokenDetails ?? {}, "cache_read") ?? null,
        outputReasoningTokens: ownEntry(usage.outputTokenDetails ?? {}, "reasoning") ?? null,
        costUsd: usage.costUsd ?? null,
      };
    }
  },
});
