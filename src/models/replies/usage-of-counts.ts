import * as z from "zod";
import type { Usage } from "../../trace/index.ts";

/** A count in a server's reply: undefined where it is none that can be summed, since the reply can be used without it. */
export const ReplyCount = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER).nullish().catch(undefined);

/**
 * The usage that a vendor's counts stand for; without a total it is that of input and output, and one of these that is not told is what
 * the other leaves of the total. Undefined when nothing was counted, or a half of it.
 */
export function usageOfCounts({
  inputTokens: input,
  outputTokens: output,
  totalTokens: total,
  ...further
}: { readonly [Count in keyof Usage]?: Usage[Count] | null }): Usage | undefined {
  const told = [input ?? [], output ?? []].flat();
  const isWhole = told.length === 2 || (total ?? undefined) !== undefined;
  if (!isWhole && typeof further.costUsd !== "number") return undefined;
  const [one = 0] = told;
  const left = told.length === 1 ? Math.max(0, (total ?? 0) - one) : 0;
  const inputTokens = input ?? left;
  const outputTokens = output ?? left;
  const totalTokens = total ?? inputTokens + outputTokens;
  if (totalTokens === 0 && inputTokens + outputTokens === 0) return undefined;
  const known = Object.entries(further).filter(([, count]) => typeof count === "number");
  return { inputTokens, outputTokens, totalTokens, ...Object.fromEntries(known) };
}
