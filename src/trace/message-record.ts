import * as z from "zod";
import { AnyJsonObject } from "../base/index.ts";
import type { Block, Message } from "./message.ts";

const ToolCallRecord = z.object({ id: z.string(), name: z.string(), input: AnyJsonObject });

const ThinkingRecord = z.object({ thinking: z.string(), signature: z.string().nullish() });

/**
 * A message in its flat stored form, as results keep it. For the role `tool`, `content` is the output of the
 * first tool result. `furtherThinking`, `furtherToolResults` and `text` hold what the flat form has no place
 * for: the second and later blocks, and text beside a tool result.
 */
export const MessageRecord = z.object({
  role: z.enum(["system", "user", "assistant", "tool"]),
  content: z.string().default(""),
  /** Place in its list, from 0. */
  blockIndex: z.int().default(0),
  toolCalls: z.array(ToolCallRecord).readonly().nullish(),
  toolResult: z.object({ toolUseId: z.string(), isError: z.boolean().default(false) }).nullish(),
  thinking: ThinkingRecord.nullish(),
  usageMetadata: AnyJsonObject.nullish(),
  text: z.string().optional(),
  furtherThinking: z.array(ThinkingRecord).readonly().optional(),
  furtherToolResults: z
    .array(z.object({ toolUseId: z.string(), isError: z.boolean(), content: z.string() }))
    .readonly()
    .optional(),
});
export type MessageRecord = z.infer<typeof MessageRecord>;

type BlockOf<T extends Block["type"]> = Extract<Block, { readonly type: T }>;

const blocksOf = <T extends Block["type"]>(message: Message, type: T): readonly BlockOf<T>[] =>
  message.content.filter((block): block is BlockOf<T> => block.type === type);

const thinkingRecord = ({ thinking, signature }: BlockOf<"thinking">) =>
  signature === undefined ? { thinking } : { thinking, signature };

/** The flat form of a message; `blockIndex` is its place in the list it belongs to. */
export function messageToRecord(message: Message, blockIndex = 0): MessageRecord {
  const text = blocksOf(message, "text")
    .map((block) => block.text)
    .join("\n");
  const calls = blocksOf(message, "tool_use").map(({ id, name, input }) => ({ id, name, input }));
  const results = blocksOf(message, "tool_result");
  const [thinking, ...furtherThinking] = blocksOf(message, "thinking").map(thinkingRecord);
  const first = message.role === "tool" ? results[0] : undefined;
  const further = results.slice(first === undefined ? 0 : 1);
  return {
    role: message.role,
    content: first?.content ?? text,
    blockIndex,
    ...(calls.length > 0 && { toolCalls: calls }),
    ...(first && { toolResult: { toolUseId: first.toolUseId, isError: first.isError } }),
    ...(thinking && { thinking }),
    ...(first && text !== "" && { text }),
    ...(furtherThinking.length > 0 && { furtherThinking }),
    ...(further.length > 0 && {
      furtherToolResults: further.map(({ toolUseId, isError, content }) => ({ toolUseId, isError, content })),
    }),
  };
}

const thinkingBlock = ({ thinking, signature }: z.infer<typeof ThinkingRecord>): BlockOf<"thinking"> =>
  typeof signature === "string" ? { type: "thinking", thinking, signature } : { type: "thinking", thinking };

/** A message from its flat form, with blocks in the order thinking, text, tool calls, tool results. */
export function messageFromRecord(record: MessageRecord): Message {
  const text = record.toolResult ? (record.text ?? "") : record.content;
  const thinking = [...(record.thinking ? [record.thinking] : []), ...(record.furtherThinking ?? [])];
  const results = [
    ...(record.toolResult ? [{ ...record.toolResult, content: record.content }] : []),
    ...(record.furtherToolResults ?? []),
  ];
  return {
    role: record.role,
    content: [
      ...thinking.map(thinkingBlock),
      ...(text === "" ? [] : [{ type: "text" as const, text }]),
      ...(record.toolCalls ?? []).map((call) => ({ type: "tool_use" as const, ...call })),
      ...results.map((block) => ({ type: "tool_result" as const, ...block })),
    ],
  };
}
