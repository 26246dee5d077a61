import { ownEntry } from "../../base/index.ts";
import type { Usage } from "../../trace/index.ts";
import { type ModelPrice, priceLists } from "./price-table.ts";

function listedPrice(provider: string, modelName: string): ModelPrice | undefined {
  return ownEntry(priceLists.find((list) => list.provider === provider)?.models, modelName);
}

/** Where a price of the table comes from, and the ISO date on which it was read there; undefined for a model that is not listed. */
export function priceSource(
  provider: string,
  modelName: string,
): { readonly source: string; readonly read: string } | undefined {
  const list = priceLists.find((one) => one.provider === provider);
  return list !== undefined && Object.hasOwn(list.models, modelName) ? list : undefined;
}

/**
 * What a usage costs in US dollars: counts times the price per million tokens. `price` overrides the table.
 * Undefined where no exact figure is known: an unlisted model, a prompt beyond the price's range, cached tokens
 * whose price is not listed, or a usage that tells neither tokens sent nor received. With a price of the user's own, cached tokens without one count as input.
 */
export function priceOf(
  provider: string,
  modelName: string,
  usage: Usage,
  price?: ModelPrice,
): number | undefined {
  const listed = price ?? listedPrice(provider, modelName);
  if (listed === undefined || usage.inputTokens > (listed.longestInput ?? Number.POSITIVE_INFINITY))
    return undefined;
  const isFree = listed.input === 0 && listed.output === 0;
  // every call sends something
  if (usage.inputTokens + usage.outputTokens === 0 && !isFree) return undefined;
  const { cacheReadTokens = 0, cacheCreationTokens = 0 } = usage;
  const fallback = price?.input;
  const cacheRead = cacheReadTokens === 0 ? 0 : (listed.cacheRead ?? fallback);
  const cacheWrite = cacheCreationTokens === 0 ? 0 : (listed.cacheWrite ?? fallback);
  if (cacheRead === undefined || cacheWrite === undefined) return undefined;
  const fresh = Math.max(0, usage.inputTokens - cacheReadTokens - cacheCreationTokens);
  const millionths =
    fresh * listed.input +
    cacheReadTokens * cacheRead +
    cacheCreationTokens * cacheWrite +
    usage.outputTokens * listed.output;
  return millionths / 1_000_000;
}
