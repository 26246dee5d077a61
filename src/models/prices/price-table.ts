/** US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Input tokens read from the provider's cache. */
  readonly cacheRead?: number;
  /** Input tokens written to the provider's cache. */
  readonly cacheWrite?: number;
  /** The price holds for prompts up to this many tokens. */
  readonly longestInput?: number;
}

/** List prices of one vendor, as a stored copy of the vendor's own page gave them. */
interface PriceList {
  readonly provider: string;
  /** The vendor's page. */
  readonly source: string;
  /** ISO date on which the copy was read; the copy itself may be older. */
  readonly read: string;
  readonly models: { readonly [modelName: string]: ModelPrice };
}

const opus4: ModelPrice = { input: 15, output: 75, cacheRead: 1.5, cacheWrite: 18.75 };
const opus45: ModelPrice = { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 };
const sonnet4: ModelPrice = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, longestInput: 200_000 };

/**
 * Standard-tier prices; cache writes are those of 5 minutes. Only rows that were read on a vendor's own page are
 * here, so most models have no known price: the user's own price is the way for those.
 */
export const priceLists: readonly PriceList[] = [
  {
    provider: "anthropic",
    source: "https://platform.claude.com/docs/en/about-claude/pricing",
    read: "2026-11-21",
    models: {
      "claude-opus-5": opus45,
      "claude-opus-4-5": opus45,
      "claude-opus-4-1": opus4,
      "claude-sonnet-4-5": sonnet4,
      "claude-haiku-4-5": { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 },
    },
  },
  {
    provider: "openai",
    source: "https://developers.openai.com/api/docs/models/gpt-5-nano",
    read: "2026-11-21",
    models: { "gpt-5-nano": { input: 0.05, output: 0.4, cacheRead: 0.005 } },
  },
];
