import * as z from "zod";
import type { Usage } from "../../trace/index.ts";

/** A count in a server's reply: undefined where it is none that can be summed, since the reply can be used without it. */
export const ReplyCount = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER).nullish().catch(undefined);

/**
 * The usage that a vendor's counts stand for; without a total it is that of input and output. Undefined when nothing
 * was counted.
 */
export function usageOfCounts({
  inputTokens: input,
  outputTokens: output,
  totalTokens: total,
  ...further
}: { readonly [Count in keyof Usage]?: Usage[Count] | null }): Usage | undefined {
  const inputTokens = input ?? 0;
  const outputTokens = output ?? 0;
  const totalTokens = total ?? inputTokens + outputTokens;
  if (totalTokens === 0 && inputTokens + outputTokens === 0) return undefined;
  const known = Object.entries(further).filter(([, count]) => typeof count === "number");
  return { inputTokens, outputTokens, totalTokens, ...Object.fromEntries(known) };
}
