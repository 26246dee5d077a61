import * as z from "zod";
import type { FinishReason, LlmReply } from "../../ports/index.ts";
import { type Block, noUsage, type Usage } from "../../trace/index.ts";
import { joinText, ReplyCount, signRedacted, usageOfCounts } from "../replies/index.ts";
import { readToolInput } from "../tools/index.ts";

/** Token counts as the messages interface sends them. */
export const ClaudeUsage = z.object({
  input_tokens: ReplyCount,
  output_tokens: ReplyCount,
  cache_read_input_tokens: ReplyCount,
  cache_creation_input_tokens: ReplyCount,
  output_tokens_details: z.object({ thinking_tokens: ReplyCount }).nullish().catch(undefined),
});
export type ClaudeUsage = z.infer<typeof ClaudeUsage>;

const ContentBlock = z.union([
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("thinking"), thinking: z.string(), signature: z.string().nullish() }),
  z.object({ type: z.literal("redacted_thinking"), data: z.string() }),
  z.object({ type: z.literal("tool_use"), id: z.string(), name: z.string(), input: z.unknown() }),
  // what the vendor's own tools leave; there is no place for it in a message
  z.object({ type: z.string().transform(() => "other" as const) }),
]);
type ContentBlock = z.infer<typeof ContentBlock>;

/** The parts of a message that are read. */
export const ClaudeMessage = z.object({
  content: z.array(ContentBlock),
  model: z.string().nullish(),
  stop_reason: z.string().nullish(),
  usage: ClaudeUsage.nullish().catch(undefined),
});
export type ClaudeMessage = z.infer<typeof ClaudeMessage>;

const finishReasons: ReadonlyMap<string, FinishReason> = new Map([
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["tool_use", "tool_calls"],
  ["refusal", "refusal"],
]);

/** Why a reply ended, by the interface's word for it; `other` where nothing tells. */
export function finishReasonOf(stopReason: string | null | undefined): FinishReason {
  return finishReasons.get(stopReason ?? "") ?? "other";
}

/** The usage in our terms, cached input counted as input; undefined when the server sent no counts. */
export function usageOfClaude(usage: ClaudeUsage | null | undefined): Usage | undefined {
  const cacheReadTokens = usage?.cache_read_input_tokens;
  const cacheCreationTokens = usage?.cache_creation_input_tokens;
  const inputTokens = (usage?.input_tokens ?? 0) + (cacheReadTokens ?? 0) + (cacheCreationTokens ?? 0);
  return usageOfCounts({
    inputTokens,
    outputTokens: usage?.output_tokens,
    reasoningTokens: usage?.output_tokens_details?.thinking_tokens,
    ...{ cacheReadTokens, cacheCreationTokens },
  });
}

function blocksOf(block: ContentBlock, cut: boolean): readonly Block[] {
  if (block.type === "text") return block.text === "" ? [] : [{ type: "text", text: block.text }];
  if (block.type === "redacted_thinking")
    return [{ type: "thinking", thinking: "", signature: signRedacted(block.data) }];
  if (block.type === "thinking") {
    const { thinking, signature } = block;
    return [{ type: "thinking", thinking, ...(signature ? { signature } : {}) }];
  }
  if (block.type !== "tool_use") return [];
  return [{ type: "tool_use", id: block.id, name: block.name, ...readToolInput(block.input, { cut }) }];
}

/** The content of a message as our blocks. */
export function claudeBlocks(content: ClaudeMessage["content"], cut: boolean): readonly Block[] {
  return joinText(content.flatMap((block) => blocksOf(block, cut)));
}

/** A message as a port's reply. */
export function llmReplyOf(reply: ClaudeMessage, modelName: string): LlmReply {
  const reason = finishReasonOf(reply.stop_reason);
  const content = claudeBlocks(reply.content, reason === "length");
  const usage = usageOfClaude(reply.usage);
  return {
    text: content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join(""),
    message: { role: "assistant", content },
    usage: usage ?? noUsage,
    usageKnown: usage !== undefined,
    model: reply.model ?? modelName,
    finishReason: reason,
  };
}
