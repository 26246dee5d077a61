import type { AIMessage } from "@langchain/core/messages";
import * as z from "zod";
import type { FinishReason, LlmReply } from "../../ports/index.ts";
import { type Block, noUsage, type Usage } from "../../trace/index.ts";
import { joinText, signRedacted, usageOfCounts } from "../replies/index.ts";
import { readToolInput } from "../tools/index.ts";

const finishReasons: { readonly [reason: string]: FinishReason } = {
  stop: "stop",
  end_turn: "stop",
  stop_sequence: "stop",
  complete: "stop",
  completed: "stop",
  length: "length",
  max_tokens: "length",
  max_output_tokens: "length",
  model_context_window_exceeded: "length",
  content_filter: "refusal",
  content_filtered: "refusal",
  guardrail_intervened: "refusal",
  refusal: "refusal",
  safety: "refusal",
  prohibited_content: "refusal",
  blocklist: "refusal",
  recitation: "refusal",
  tool_calls: "tool_calls",
  tool_use: "tool_calls",
  tool_call: "tool_calls",
  function_call: "tool_calls",
};

const Text = z.string().nullish().catch(undefined);
const Metadata = z.object({
  finish_reason: Text,
  stop_reason: Text,
  finishReason: Text,
  stopReason: Text,
  done_reason: Text,
  incomplete_details: z.object({ reason: Text }).nullish().catch(undefined),
  status: Text,
  model_name: Text,
  model: Text,
  modelVersion: Text,
});
const Kwargs = z.object({
  refusal: Text,
  reasoning_content: Text,
  __raw_response: z
    .object({ choices: z.tuple([z.object({ message: z.object({ refusal: Text }) })]).rest(z.unknown()) })
    .nullish()
    .catch(undefined),
});

/** A piece of a reply, as one vendor or another delivers it. */
const Part = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("thinking"), thinking: z.string(), signature: z.string().nullish() }),
  z.object({ type: z.literal("reasoning"), reasoning: z.string() }),
  z.object({ type: z.literal("redacted_thinking"), data: z.string() }),
]);

/** What a reply's reading depends on beside the reply. */
export interface AskedFor {
  readonly modelName: string;
  /** Tool calls the conversation already has; calls that come without an id are numbered on from there. */
  readonly earlierCalls: number;
}

/** A message of LangChain as a port's reply. */
export function llmReplyOf(message: AIMessage, { modelName, earlierCalls }: AskedFor): LlmReply {
  const metadata = Metadata.parse(message.response_metadata);
  const kwargs = Kwargs.parse(message.additional_kwargs);
  const refusal = kwargs.refusal || kwargs.__raw_response?.choices[0].message.refusal || "";
  const reason = refusal === "" ? finishReasonOf(metadata) : "refusal";
  const calls = toolBlocks(message, reason === "length", earlierCalls);
  const said = joinText(contentBlocks(message, kwargs.reasoning_content ?? ""));
  const spoken = said.filter(
    (block) => block.type !== "thinking" || block.thinking !== "" || calls.length > 0,
  );
  const silent = !spoken.some((block) => block.type === "text");
  const blocks: readonly Block[] =
    silent && refusal !== "" ? [...spoken, { type: "text", text: refusal }] : spoken;
  const usage = usageOf(message);
  return {
    text: blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n"),
    message: { role: "assistant", content: [...blocks, ...calls] },
    usage: usage ?? noUsage,
    usageKnown: usage !== undefined,
    model: metadata.model_name ?? metadata.model ?? metadata.modelVersion ?? modelName,
    finishReason: calls.length > 0 && (reason === "stop" || reason === "other") ? "tool_calls" : reason,
  };
}

function finishReasonOf(metadata: z.infer<typeof Metadata>): FinishReason {
  const named = [
    metadata.incomplete_details?.reason,
    metadata.finish_reason,
    metadata.stop_reason,
    metadata.finishReason,
    metadata.stopReason,
    metadata.done_reason,
    metadata.status,
  ].find((name) => typeof name === "string" && name !== "");
  return finishReasons[named?.toLowerCase() ?? ""] ?? "other";
}

function contentBlocks(message: AIMessage, reasoning: string): readonly Block[] {
  if (typeof message.content === "string") {
    const text: Block[] = message.content === "" ? [] : [{ type: "text", text: message.content }];
    const thinking = reasoning || standardReasoning(message);
    return thinking === "" ? text : [{ type: "thinking", thinking }, ...text];
  }
  const blocks = message.content.flatMap((part) => {
    const parsed = Part.safeParse(part);
    return parsed.success ? [blockOf(parsed.data)] : [];
  });
  if (blocks.some((block) => block.type === "thinking")) return blocks;
  const thinking = reasoning || standardReasoning(message);
  return thinking === "" ? blocks : [{ type: "thinking", thinking }, ...blocks];
}

/** Where a vendor's thinking comes beside the content, LangChain knows it in its own form. */
function standardReasoning(message: AIMessage): string {
  return message.contentBlocks
    .flatMap((block) =>
      block.type === "reasoning" && typeof block.reasoning === "string" ? [block.reasoning] : [],
    )
    .join("\n");
}

function blockOf(part: z.infer<typeof Part>): Block {
  if (part.type === "text") return part;
  if (part.type === "reasoning") return { type: "thinking", thinking: part.reasoning };
  if (part.type === "redacted_thinking")
    return { type: "thinking", thinking: "", signature: signRedacted(part.data) };
  const { thinking, signature } = part;
  return { type: "thinking", thinking, ...(signature && { signature }) };
}

function toolBlocks(message: AIMessage, cut: boolean, earlierCalls: number): readonly Block[] {
  const written = [...(message.tool_calls ?? []), ...(message.invalid_tool_calls ?? [])];
  return written.map(({ id, name, args }, index) => ({
    type: "tool_use",
    id: id || `call_${earlierCalls + index}`,
    name: name ?? "",
    ...readToolInput(args, { cut }),
  }));
}

/** The token counts of a message; undefined when it has none. */
export function usageOf({ usage_metadata: usage }: AIMessage): Usage | undefined {
  return usageOfCounts({
    inputTokens: usage?.input_tokens,
    outputTokens: usage?.output_tokens,
    totalTokens: usage?.total_tokens,
    reasoningTokens: usage?.output_token_details?.reasoning,
    cacheReadTokens: usage?.input_token_details?.cache_read,
    cacheCreationTokens: usage?.input_token_details?.cache_creation,
  });
}
