import * as z from "zod";
import type { FinishReason, LlmReply } from "../../ports/index.ts";
import { type Block, noUsage, type Usage } from "../../trace/index.ts";
import { ReplyCount, usageOfCounts } from "../replies/index.ts";
import { readToolInput } from "../tools/index.ts";

/** Token counts as OpenAI-compatible servers send them. */
const ChatUsage = z.object({
  prompt_tokens: ReplyCount,
  completion_tokens: ReplyCount,
  total_tokens: ReplyCount,
  prompt_tokens_details: z.object({ cached_tokens: ReplyCount }).nullish().catch(undefined),
  completion_tokens_details: z.object({ reasoning_tokens: ReplyCount }).nullish().catch(undefined),
  cost: ReplyCount,
});
type ChatUsage = z.infer<typeof ChatUsage>;

const ToolCall = z.object({
  id: z.string().nullish(),
  /** Text that should be JSON; some servers send the object itself, or nothing. */
  function: z.object({ name: z.string(), arguments: z.unknown() }),
});

const ChatMessage = z.object({
  content: z.union([z.string(), z.array(z.object({ text: z.string().nullish() }))]).nullish(),
  refusal: z.string().nullish(),
  reasoning_content: z.string().nullish().catch(undefined),
  reasoning: z.string().nullish().catch(undefined),
  tool_calls: z.array(ToolCall).nullish(),
});

/** The parts of a chat completion that are read. */
export const ChatReply = z.object({
  model: z.string().nullish(),
  choices: z
    .tuple([z.object({ finish_reason: z.string().nullish(), message: ChatMessage })])
    .rest(z.unknown()),
  usage: ChatUsage.nullish().catch(undefined),
});
export type ChatReply = z.infer<typeof ChatReply>;

const finishReasons: ReadonlyMap<string, FinishReason> = new Map([
  ["stop", "stop"],
  ["length", "length"],
  ["content_filter", "refusal"],
  ["tool_calls", "tool_calls"],
  ["function_call", "tool_calls"],
]);

/** The usage in our terms; undefined when the server sent no counts. */
function usageOf(usage: ChatUsage | null | undefined): Usage | undefined {
  return usageOfCounts({
    inputTokens: usage?.prompt_tokens,
    outputTokens: usage?.completion_tokens,
    totalTokens: usage?.total_tokens,
    reasoningTokens: usage?.completion_tokens_details?.reasoning_tokens,
    cacheReadTokens: usage?.prompt_tokens_details?.cached_tokens,
    costUsd: usage?.cost,
  });
}

/** The field in which a server shows its model's thinking. */
export type ThinkingField = "reasoning_content" | "reasoning";

/** Where the reply has its thinking; undefined when it shows none. */
export function thinkingFieldOf({ choices: [{ message }] }: ChatReply): ThinkingField | undefined {
  if (message.reasoning_content) return "reasoning_content";
  return message.reasoning ? "reasoning" : undefined;
}

/** What a reply's reading depends on beside the reply. */
interface AskedFor {
  readonly modelName: string;
  /** Tool calls the conversation already has; calls that come without an id are numbered on from there. */
  readonly earlierCalls: number;
}

/** A chat completion as a port's reply. */
export function llmReplyOf(reply: ChatReply, { modelName, earlierCalls }: AskedFor): LlmReply {
  const { message, finish_reason } = reply.choices[0];
  const content =
    typeof message.content === "string"
      ? message.content
      : (message.content ?? []).map((part) => part.text ?? "").join("");
  const refused = typeof message.refusal === "string" && message.refusal !== "";
  const text = content === "" && refused ? (message.refusal ?? "") : content;
  const thinking = message[thinkingFieldOf(reply) ?? "reasoning"] ?? "";
  const reason = refused ? "refusal" : (finishReasons.get(finish_reason ?? "") ?? "other");
  const cut = reason === "length";
  const blocks: Block[] = [];
  if (thinking !== "") blocks.push({ type: "thinking", thinking });
  if (text !== "") blocks.push({ type: "text", text });
  for (const [index, call] of (message.tool_calls ?? []).entries()) {
    const { name, arguments: written } = call.function;
    const id = call.id || `call_${earlierCalls + index}`;
    blocks.push({ type: "tool_use", id, name, ...readToolInput(written, { cut }) });
  }
  const asksForTools = blocks.some((block) => block.type === "tool_use");
  const usage = usageOf(reply.usage);
  return {
    text,
    message: { role: "assistant", content: blocks },
    usage: usage ?? noUsage,
    usageKnown: usage !== undefined,
    model: reply.model ?? modelName,
    finishReason: asksForTools && (reason === "stop" || reason === "other") ? "tool_calls" : reason,
  };
}
