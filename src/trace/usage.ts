/** Tokens of one or several model calls. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  readonly reasoningTokens?: number;
  readonly cacheReadTokens?: number;
  readonly cacheCreationTokens?: number;
  /** In US dollars, where the provider says so or a price is known. */
  readonly costUsd?: number;
}

/** No tokens at all. */
export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };

/** The sum of several usages; an optional count is present when any part has it. */
export function sumUsage(parts: Iterable<Usage>): Usage {
  const sum: { -readonly [K in keyof Usage]: Usage[K] } = { ...noUsage };
  for (const part of parts) {
    sum.inputTokens += part.inputTokens;
    sum.outputTokens += part.outputTokens;
    sum.totalTokens += part.totalTokens;
    for (const key of ["reasoningTokens", "cacheReadTokens", "cacheCreationTokens", "costUsd"] as const) {
      const value = part[key];
      if (value !== undefined) sum[key] = (sum[key] ?? 0) + value;
    }
  }
  return sum;
}
