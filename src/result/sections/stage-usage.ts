import * as z from "zod";
import { recordOf } from "../../base/index.ts";
import type { Usage } from "../../trace/index.ts";
import { amount } from "../amount.ts";
import type * as documented from "../result-types.generated.ts";

/** Tokens used under one key of `usageMetadata`. */
export const StageUsage = z.looseObject({
  /** Tokens sent. */
  inputTokens: amount.default(0),
  /** Tokens received. */
  outputTokens: amount.default(0),
  /** Both together. */
  totalTokens: amount.default(0),
  /** The first model that answered; absent in `total`. */
  model: z.string().nullish(),
  /** Parts of the input tokens, such as `cache_read`. */
  inputTokenDetails: recordOf(amount).nullish(),
  /** Parts of the output tokens, such as `reasoning`. */
  outputTokenDetails: recordOf(amount).nullish(),
  /** In US dollars, where known. */
  costUsd: amount.nullish(),
});
export type StageUsage = documented.StageUsage;

/** The stored form of a usage. Counters the provider did not send are left out. */
export function stageUsage(usage: Usage, model?: string): StageUsage {
  const input = {
    ...(usage.cacheReadTokens !== undefined && { cache_read: usage.cacheReadTokens }),
    ...(usage.cacheCreationTokens !== undefined && { cache_creation: usage.cacheCreationTokens }),
  };
  return {
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    totalTokens: usage.totalTokens,
    ...(model !== undefined && { model }),
    ...(Object.keys(input).length > 0 && { inputTokenDetails: input }),
    ...(usage.reasoningTokens !== undefined && { outputTokenDetails: { reasoning: usage.reasoningTokens } }),
    ...(usage.costUsd !== undefined && { costUsd: usage.costUsd }),
  };
}
