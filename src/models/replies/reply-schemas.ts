import * as z from "zod";
import { CheckedJson, recordOf } from "../../base/index.ts";
import { RetrievedContextShape, UsageShape } from "../../trace/index.ts";

const Block = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("file"), name: z.string(), mediaType: z.string(), sha256: z.string() }),
  z.object({ type: z.literal("thinking"), thinking: z.string(), signature: z.string().optional() }),
  z.object({
    type: z.literal("tool_use"),
    id: z.string(),
    name: z.string(),
    input: recordOf(CheckedJson),
    unreadableInput: z.string().optional(),
    signature: z.string().optional(),
  }),
  z.object({
    type: z.literal("tool_result"),
    toolUseId: z.string(),
    content: z.string(),
    isError: z.boolean(),
  }),
]);

/** A message as it is recorded, or given by code that no compiler has looked at. */
export const MessageShape = z.object({
  role: z.enum(["system", "user", "assistant", "tool"]),
  content: z.array(Block).readonly(),
});

/** Why a model stopped. */
export const FinishReasonShape = z.enum(["stop", "length", "refusal", "tool_calls", "other"]);

/** The same of a model's reply. */
export const LlmReplyShape = z.object({
  text: z.string(),
  message: MessageShape,
  usage: UsageShape,
  usageKnown: z.boolean(),
  model: z.string(),
  finishReason: FinishReasonShape,
  contexts: z.array(RetrievedContextShape).readonly().optional(),
});
