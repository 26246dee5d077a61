import * as z from "zod";
import { AnyJsonObject } from "../base/index.ts";
import type { Block, Message } from "./message.ts";
import type * as documented from "./message-record.generated.ts";

/** A call of a tool. */
export const ToolCallRecord = z.object({
  /** By which its result is found. */
  id: z.string(),
  /** The tool. */
  name: z.string(),
  /** What it was called with. */
  input: AnyJsonObject,
});

/** What a model thought before it went on. */
export const ThinkingRecord = z.object({
  /** The text. */
  thinking: z.string(),
  /** The vendor's proof that it is the model's own. */
  signature: z.string().nullish(),
});

/** Which call the output of a tool belongs to. */
export const ToolResultRecord = z.object({
  /** The `id` of the call. */
  toolUseId: z.string(),
  /** True: the tool failed, and the output says why. */
  isError: z.boolean().default(false),
});

/** The output of a further tool in the same message. */
export const FurtherToolResultRecord = z.object({
  /** The `id` of the call. */
  toolUseId: z.string(),
  /** True: the tool failed, and the output says why. */
  isError: z.boolean(),
  /** The output. */
  content: z.string(),
});

/** A file that went with a message. Its bytes are not stored. */
export const AttachmentRecord = z.object({
  /** As the question calls it. */
  name: z.string(),
  /** Such as `image/png`. */
  mediaType: z.string(),
  /** SHA-256 of its bytes; lower-case hexadecimal. */
  sha256: z.string(),
});
export type AttachmentRecord = documented.AttachmentRecord;

/**
 * A message in its flat stored form, as results keep it. For the role `tool`, `content` is the output of the
 * first tool result. `furtherThinking`, `furtherToolResults` and `text` hold what the flat form has no place
 * for: the second and later blocks, and text beside a tool result.
 */
export const MessageRecord = z.object({
  /** Who said it. */
  role: z.enum(["system", "user", "assistant", "tool"]),
  /** What was said; for the role `tool` the output. */
  content: z.string().default(""),
  /** Place in its list, from 0. */
  blockIndex: z.int().default(0),
  /** The tools that the message calls. */
  toolCalls: z.array(ToolCallRecord).readonly().nullish(),
  /** For the role `tool`: which call it answers. */
  toolResult: ToolResultRecord.nullish(),
  /** What the model thought first. */
  thinking: ThinkingRecord.nullish(),
  /** Token counts of the call that made it, where the program that wrote the file kept them. */
  usageMetadata: AnyJsonObject.nullish(),
  /** Text beside a tool result. */
  text: z.string().optional(),
  /** The second and later thinking. */
  furtherThinking: z.array(ThinkingRecord).readonly().optional(),
  /** The second and later tool results. */
  furtherToolResults: z.array(FurtherToolResultRecord).readonly().optional(),
  /** The files that went with it. */
  attachments: z.array(AttachmentRecord).readonly().optional(),
});
export type MessageRecord = documented.MessageRecord;

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
  const files = blocksOf(message, "file");
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
    ...(files.length > 0 && {
      attachments: files.map(({ name, mediaType, sha256 }) => ({ name, mediaType, sha256 })),
    }),
  };
}

const thinkingBlock = ({ thinking, signature }: z.infer<typeof ThinkingRecord>): BlockOf<"thinking"> =>
  typeof signature === "string" ? { type: "thinking", thinking, signature } : { type: "thinking", thinking };

/** A message from its flat form, with blocks in the order thinking, files, text, tool calls, tool results. */
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
      ...(record.attachments ?? []).map((file) => ({ type: "file" as const, ...file })),
      ...(text === "" ? [] : [{ type: "text" as const, text }]),
      ...(record.toolCalls ?? []).map((call) => ({ type: "tool_use" as const, ...call })),
      ...results.map((block) => ({ type: "tool_result" as const, ...block })),
    ],
  };
}
