import * as z from "zod";
import { AnyJsonObject } from "../../base/index.ts";
import { type Message, MessageRecord, messageFromRecord } from "../../trace/index.ts";

const Block = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("thinking"), thinking: z.string() }),
  z.object({ type: z.literal("tool_use"), id: z.string(), name: z.string(), input: AnyJsonObject }),
  z.object({
    type: z.literal("tool_result"),
    toolUseId: z.string(),
    content: z.string(),
    isError: z.boolean(),
  }),
]);

const InParts = z.object({ role: MessageRecord.shape.role, content: z.array(Block) });

/** A message that code has handed over: in parts, as it was given to it, or with its text as `content`. */
export const HandedMessage = z.union([
  InParts,
  MessageRecord.transform((record): Message => messageFromRecord(record)),
]);
