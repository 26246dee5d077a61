import * as z from "zod";
import { recordOf } from "../../base/index.ts";
import type { Usage } from "../../trace/index.ts";

/** Tokens used under one key of `usageMetadata`. */
export const StageUsage = z.looseObject({
  inputTokens: z.number().default(0),
  outputTokens: z.number().default(0),
  totalTokens: z.number().default(0),
  /** The first model that answered; absent in `total`. */
  model: z.string().nullish(),
  inputTokenDetails: recordOf(z.number()).nullish(),
  outputTokenDetails: recordOf(z.number()).nullish(),
  /** In US dollars, where known. */
  costUsd: z.number().nullish(),
});
export type StageUsage = z.infer<typeof StageUsage>;

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
