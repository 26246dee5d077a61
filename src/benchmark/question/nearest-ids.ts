/** The ids most like a wanted one, best first: those that contain it, then those that share most pairs of letters. */
export function nearestIds(wanted: string, ids: Iterable<string>, limit = 3): readonly string[] {
  const pairs = letterPairs(wanted);
  const scored = [...ids].map((id) => ({
    id,
    score: id.includes(wanted) ? 2 : likeness(pairs, letterPairs(id)),
  }));
  const close = scored.filter(({ score }) => score >= 0.5).sort((left, right) => right.score - left.score);
  return close.slice(0, limit).map(({ id }) => id);
}

function letterPairs(text: string): ReadonlySet<string> {
  const lower = text.toLowerCase();
  return new Set(
    Array.from({ length: Math.max(0, lower.length - 1) }, (_, index) => lower.slice(index, index + 2)),
  );
}

/** Sørensen–Dice: shared pairs against all pairs, 0..1. */
function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const total = left.size + right.size;
  return total === 0 ? 0 : (2 * [...left].filter((pair) => right.has(pair)).length) / total;
}
