import * as z from "zod";
import type { VerificationResult } from "../../result/index.ts";
import { flagOrNull, integer, text, textOrNull } from "./column.ts";
import { contextColumns, contextOf } from "./context.ts";
import { defineTable } from "./table.ts";

/** A message of a result's trace. */
export const TurnRow = z.object({
  ...contextColumns,
  turnIndex: integer("its place in the trace, from 0"),
  role: text("who said it: `system`, `user`, `assistant` or `tool`"),
  content: text("what was said; of a tool the output"),
  thinking: textOrNull("what the model thought first"),
  toolCallCount: integer("calls of tools in it"),
  toolCallId: textOrNull("of a tool: the call that it answers"),
  isError: flagOrNull("of a tool: true where it failed"),
});
export type TurnRow = z.infer<typeof TurnRow>;

/** The messages of traces. */
export const turnsTable = defineTable({
  name: "turns",
  about: "one row per result and message of the trace",
  schema: TurnRow,
  *rowsOf(result) {
    const context = contextOf(result);
    for (const [turnIndex, message] of messagesOf(result).entries()) {
      yield {
        ...context,
        turnIndex,
        role: message.role,
        content: message.content,
        thinking: message.thinking?.thinking ?? null,
        toolCallCount: message.toolCalls?.length ?? 0,
        toolCallId: message.toolResult?.toolUseId ?? null,
        isError: message.toolResult?.isError ?? null,
      };
    }
  },
});

/** What the answering side said and did. */
export const messagesOf = ({ template }: VerificationResult) => template?.traceMessages ?? [];
