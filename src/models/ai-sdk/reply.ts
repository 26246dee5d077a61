import type { LanguageModelUsage, FinishReason as SdkFinishReason } from "ai";
import * as z from "zod";
import type { FinishReason, LlmReply } from "../../ports/index.ts";
import { type Block, noUsage, type Usage } from "../../trace/index.ts";
import { joinText, usageOfCounts } from "../replies/index.ts";
import { readToolInput } from "../tools/index.ts";
import type { SignatureCodec } from "./providers/index.ts";

/** The parts of the AI SDK's result that are read. */
export interface SdkResult {
  readonly text: string;
  readonly finishReason: SdkFinishReason;
  readonly usage: LanguageModelUsage;
  readonly finalStep: {
    readonly content: readonly SdkPart[];
    readonly response: { readonly modelId: string };
    readonly providerMetadata: unknown;
  };
}

/** A piece of a reply, of whichever kind. */
export interface SdkPart {
  readonly type: string;
  readonly text?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  /** Of a call whose arguments are no JSON: the text itself. */
  readonly input?: unknown;
  /** The vendor ran it; its outcome is part of the reply. */
  readonly providerExecuted?: boolean;
  readonly providerMetadata?: unknown;
}

const finishReasons: { readonly [reason in SdkFinishReason]?: FinishReason } = {
  stop: "stop",
  length: "length",
  "content-filter": "refusal",
  "tool-calls": "tool_calls",
};

const BlockedPrompt = z.object({
  google: z.object({ promptFeedback: z.object({ blockReason: z.string() }) }),
});
const Cost = z.object({ cost: z.number().nonnegative() });

function usageOf(usage: LanguageModelUsage): Usage | undefined {
  const { inputTokens, outputTokens, totalTokens, inputTokenDetails, outputTokenDetails } = usage;
  return usageOfCounts({
    ...{ inputTokens, outputTokens, totalTokens },
    reasoningTokens: outputTokenDetails.reasoningTokens,
    cacheReadTokens: inputTokenDetails.cacheReadTokens,
    cacheCreationTokens: inputTokenDetails.cacheWriteTokens,
    costUsd: Cost.safeParse(usage.raw).data?.cost,
  });
}

/** What reading a reply depends on beside the reply. */
export interface ReplyReading {
  readonly signatures: SignatureCodec | undefined;
  /** Replaces the message's own text, where JSON came apart from it. */
  readonly text?: string | undefined;
}

/** A result of the AI SDK as a port's reply. */
export function llmReplyOf(result: SdkResult, { signatures, text = result.text }: ReplyReading): LlmReply {
  const reason = BlockedPrompt.safeParse(result.finalStep.providerMetadata).success
    ? "refusal"
    : (finishReasons[result.finishReason] ?? "other");
  const blocks = joinText(
    result.finalStep.content.flatMap((part) => blocksOf(part, signatures, reason === "length")),
  );
  const calls = blocks.some((block) => block.type === "tool_use");
  const content = (text === result.text ? blocks : withText(blocks, text)).filter(
    (block) => block.type !== "thinking" || block.thinking !== "" || calls,
  );
  const usage = usageOf(result.usage);
  return {
    text,
    message: { role: "assistant", content },
    usage: usage ?? noUsage,
    usageKnown: usage !== undefined,
    model: result.finalStep.response.modelId,
    finishReason: calls && (reason === "stop" || reason === "other") ? "tool_calls" : reason,
  };
}

/** Thinking without a word is kept where it has a mark: a vendor that hides thinking still wants it back. */
function blocksOf(part: SdkPart, signatures: SignatureCodec | undefined, cut: boolean): readonly Block[] {
  const signature = signatures?.read(
    part.providerMetadata,
    part.type === "tool-call" ? "tool_use" : "thinking",
  );
  const marked = signature === undefined ? {} : { signature };
  if (part.type === "tool-call") {
    const { toolCallId: id = "", toolName: name = "" } = part;
    if (part.providerExecuted === true) return [];
    return [{ type: "tool_use", id, name, ...readToolInput(part.input, { cut }), ...marked }];
  }
  const { text = "" } = part;
  if (part.type === "text" && text !== "") return [{ type: "text", text }];
  if (part.type === "reasoning" && (text !== "" || signature !== undefined))
    return [{ type: "thinking", thinking: text, ...marked }];
  return [];
}

function withText(blocks: readonly Block[], text: string): readonly Block[] {
  const others = blocks.filter((block) => block.type !== "text");
  return text === "" ? others : [...others, { type: "text", text }];
}
