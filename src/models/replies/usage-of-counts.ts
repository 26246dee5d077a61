import type { Usage } from "../../trace/index.ts";

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
