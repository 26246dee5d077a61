import * as z from "zod";
import { flagOrNull, integer, text, textOrNull } from "./column.ts";
import { contextColumns, contextOf } from "./context.ts";
import { defineTable } from "./table.ts";
import { messagesOf } from "./turn-rows.ts";

/** A call of a tool in a result's trace. */
export const ToolCallRow = z.object({
  ...contextColumns,
  turnIndex: integer("the message that calls it: its place in the trace, from 0"),
  callIndex: integer("its place in that message, from 0"),
  toolCallId: text("by which its output is found"),
  toolName: text("the tool"),
  toolInput: text("what it was called with, as JSON"),
  toolOutput: textOrNull("what it gave; null: the trace has no output of it"),
  isError: flagOrNull("true: the tool failed, and the output says why"),
});
export type ToolCallRow = z.infer<typeof ToolCallRow>;

/** The calls of tools in traces. */
export const toolCallsTable = defineTable({
  name: "tool_calls",
  about: "one row per result and call of a tool",
  schema: ToolCallRow,
  *rowsOf(result) {
    const context = contextOf(result);
    const messages = messagesOf(result);
    const outputs = messages.flatMap(({ content, toolResult, furtherToolResults }, turn) => [
      ...(toolResult ? [{ ...toolResult, content, turn }] : []),
      ...(furtherToolResults ?? []).map((further) => ({ ...further, turn })),
    ]);
    for (const [turnIndex, { toolCalls }] of messages.entries()) {
      for (const [callIndex, call] of (toolCalls ?? []).entries()) {
        // some models number the calls of every message anew
        const output = outputs.find(({ toolUseId, turn }) => turn > turnIndex && toolUseId === call.id);
        yield {
          ...context,
          turnIndex,
          callIndex,
          toolCallId: call.id,
          toolName: call.name,
          toolInput: JSON.stringify(call.input),
          toolOutput: output?.content ?? null,
          isError: output?.isError ?? null,
        };
      }
    }
  },
});
