/** A setting, or a part of one, that somebody has changed though it does nothing in a run. */
export interface PartWithoutEffect {
  /** As it stands in a preset, such as `few_shot_config.pool_k`. */
  readonly name: string;
  /** A phrase: `embedding_check_enabled is false`. */
  readonly reason: string;
}

/** A sentence for each reason, which names everything that does nothing because of it. */
export function describePartsWithoutEffect(parts: readonly PartWithoutEffect[]): readonly string[] {
  const byReason = Map.groupBy(parts, ({ reason }) => reason);
  return [...byReason].map(([reason, of]) => {
    const names = [...new Set(of.map(({ name }) => name))];
    return `${names.join(", ")} ${names.length === 1 ? "has" : "have"} no effect: ${reason}.`;
  });
}
