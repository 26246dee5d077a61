import * as z from "zod";
import { transportCategories } from "../base/index.ts";

/** Sums of such counts are numbers still. */
const count = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER);

/** Tokens and costs as code of users, or a recording, tells of them. */
export const UsageShape = z.object({
  inputTokens: count,
  outputTokens: count,
  totalTokens: count,
  reasoningTokens: count.optional(),
  cacheReadTokens: count.optional(),
  cacheCreationTokens: count.optional(),
  costUsd: count.optional(),
});

/** A call of a model that such code tells of. */
export const ToldCall = z.object({ model: z.string(), durationMs: count, usage: UsageShape });

/** A repeated call likewise. */
export const ToldRetry = z.object({
  category: z.enum(transportCategories),
  delayMs: count,
  reason: z.string(),
});
