import * as z from "zod";
import { onlyMembers, transportCategories } from "../base/index.ts";

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

/** The same of code of users, which knows no further counts. */
export const OwnUsage = onlyMembers(UsageShape.shape);

/** A call of a model that such code tells of. */
export const ToldCall = z.object({ model: z.string(), durationMs: count, usage: OwnUsage });

/** A repeated call likewise. */
export const ToldRetry = z.object({
  category: z.enum(transportCategories),
  delayMs: count,
  reason: z.string(),
});

/** How long after its call the first piece of a streamed reply has come, in milliseconds. */
export const ToldFirstToken = z.object({ afterMs: z.number().min(0) });

/** What an agent of the program's own tells of a tool that it calls. */
export const ToldTool = z.object({ name: z.string() });

/** What a server still takes, and in how many milliseconds as much as ever. */
export const ToldLimits = z.object({ remaining: z.number().min(0), resetMs: z.number().min(0) });
