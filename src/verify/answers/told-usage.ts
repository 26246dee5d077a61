import { toldCounts } from "../../models/told/index.ts";
import type { Usage } from "../../trace/index.ts";

/** What an answer took, by the word of a file. */
export interface ToldUsage {
  /** Null: it says nothing of tokens. */
  readonly tokens: Pick<Usage, "inputTokens" | "outputTokens" | "totalTokens"> | null;
  /** In US dollars; null: it says nothing of them. */
  readonly costUsd: number | null;
}

/**
 * Reads what an answer took. What is no number is not known: the answer can be judged without.
 *
 * @param usage tokens, by any of their usual names; a cost may stand beside them
 * @param cost in US dollars
 */
export function toldUsage(usage: unknown, cost: unknown): ToldUsage | null {
  const counts = toldCounts(usage);
  const [input, output, total] = [counts.inputTokens, counts.outputTokens, counts.totalTokens].map(possible);
  const isKnown = [input, output, total].some((one) => one !== undefined);
  const tokens = isKnown
    ? {
        inputTokens: input ?? 0,
        outputTokens: output ?? 0,
        totalTokens: total ?? (input ?? 0) + (output ?? 0),
      }
    : null;
  const costUsd = possible(toldCounts({ cost }).costUsd) ?? possible(counts.costUsd) ?? null;
  return tokens === null && costUsd === null ? null : { tokens, costUsd };
}

const possible = (count: number | undefined): number | undefined =>
  count !== undefined && count >= 0 && count <= Number.MAX_SAFE_INTEGER ? count : undefined;

/** The sum of several; null where nothing is known of any. */
export function sumTold(parts: readonly (ToldUsage | null)[]): ToldUsage | null {
  const known = parts.filter((part) => part !== null);
  if (known.length === 0) return null;
  const counted = known.flatMap(({ tokens }) => tokens ?? []);
  const priced = known.flatMap(({ costUsd }) => costUsd ?? []);
  const sum = (name: keyof NonNullable<ToldUsage["tokens"]>) =>
    counted.reduce((total, tokens) => total + tokens[name], 0);
  return {
    tokens:
      counted.length === 0
        ? null
        : {
            ...{ inputTokens: sum("inputTokens"), outputTokens: sum("outputTokens") },
            totalTokens: sum("totalTokens"),
          },
    costUsd: priced.length === 0 ? null : priced.reduce((total, one) => total + one, 0),
  };
}
