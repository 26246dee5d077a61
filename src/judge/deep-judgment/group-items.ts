import type { EvidenceStrategy } from "./settings.ts";

/** The items that share their calls: `batch` puts all in one group, `sequential` each in its own. No items, no groups. */
export function groupItems<Item>(
  items: readonly Item[],
  strategy: EvidenceStrategy,
): readonly (readonly Item[])[] {
  if (items.length === 0) return [];
  return strategy === "batch" ? [items] : items.map((item) => [item]);
}
