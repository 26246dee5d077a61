import type { LanguageModelUsage, FinishReason as SdkFinishReason } from "ai";
import * as z from "zod";
import type { FinishReason, LlmReply } from "../../../ports/index.ts";
import type { Block, Usage } from "../../../trace/index.ts";
import { noUsage } from "../../../trace/index.ts";

/** The parts of the AI SDK's result that are read. */
export interface SdkResult {
  readonly text: string;
  readonly finishReason: SdkFinishReason;
  readonly usage: LanguageModelUsage;
  readonly finalStep: {
    readonly reasoning: readonly {
      readonly type: string;
      readonly text?: string;
      readonly providerMetadata?: unknown;
    }[];
    readonly response: { readonly modelId: string };
    readonly providerMetadata: unknown;
  };
}

const finishReasons: { readonly [reason in SdkFinishReason]?: FinishReason } = {
  stop: "stop",
  length: "length",
  "content-filter": "refusal",
  "tool-calls": "tool_calls",
};

const Signature = z.object({ anthropic: z.object({ signature: z.string() }) });
const BlockedPrompt = z.object({
  google: z.object({ promptFeedback: z.object({ blockReason: z.string() }) }),
});
const Cost = z.object({ cost: z.number().nonnegative() });

function usageOf(usage: LanguageModelUsage): Usage | undefined {
  const { inputTokens = 0, outputTokens = 0 } = usage;
  const totalTokens = usage.totalTokens ?? inputTokens + outputTokens;
  if (totalTokens === 0) return undefined;
  const { cacheReadTokens, cacheWriteTokens } = usage.inputTokenDetails;
  const { reasoningTokens } = usage.outputTokenDetails;
  const cost = Cost.safeParse(usage.raw);
  return {
    inputTokens,
    outputTokens,
    totalTokens,
    ...(reasoningTokens !== undefined && { reasoningTokens }),
    ...(cacheReadTokens !== undefined && { cacheReadTokens }),
    ...(cacheWriteTokens !== undefined && { cacheCreationTokens: cacheWriteTokens }),
    ...(cost.success && { costUsd: cost.data.cost }),
  };
}

/** True for a reply in which nothing at all was recognised: some interfaces have no field that must be there. */
export function saysNothing(reply: LlmReply): boolean {
  return reply.message.content.length === 0 && !reply.usageKnown && reply.finishReason === "other";
}

/** A result of the AI SDK as a port's reply. `text` replaces the message's own, where JSON came apart from it. */
export function llmReplyOf(result: SdkResult, text = result.text): LlmReply {
  const thinking = result.finalStep.reasoning.flatMap((part): Block[] => {
    if (part.text === undefined || part.text === "") return [];
    const signed = Signature.safeParse(part.providerMetadata);
    return [
      {
        type: "thinking",
        thinking: part.text,
        ...(signed.success && { signature: signed.data.anthropic.signature }),
      },
    ];
  });
  const usage = usageOf(result.usage);
  return {
    text,
    message: { role: "assistant", content: text === "" ? thinking : [...thinking, { type: "text", text }] },
    usage: usage ?? noUsage,
    usageKnown: usage !== undefined,
    model: result.finalStep.response.modelId,
    finishReason: BlockedPrompt.safeParse(result.finalStep.providerMetadata).success
      ? "refusal"
      : (finishReasons[result.finishReason] ?? "other"),
  };
}
