/** The known name most like the given one, by the pairs of letters they have in common; undefined where none is like it. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((name) => ({ name, likeness: likeness(pairsOf(given), pairsOf(name)) }))
    .toSorted((left, right) => right.likeness - left.likeness);
  return best !== undefined && best.likeness >= 0.4 ? best.name : undefined;
}

/** Dice's coefficient of two sets. */
function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const common = [...left].filter((pair) => right.has(pair));
  return (2 * common.length) / Math.max(1, left.size + right.size);
}

function pairsOf(name: string): ReadonlySet<string> {
  const letters = name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return new Set(Array.from(letters, (letter, index) => letter + (letters[index + 1] ?? "")));
}
