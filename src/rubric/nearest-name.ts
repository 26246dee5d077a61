/** The name spelled most like the wanted one; undefined where none comes close. */
export function nearestName(wanted: string, names: readonly string[]): string | undefined {
  const most = Math.max(2, Math.floor(wanted.length / 3));
  const [nearest] = names
    .map((name) => ({ name, distance: editDistance(letters(wanted), letters(name)) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((left, right) => left.distance - right.distance);
  return nearest?.name;
}

function letters(name: string): readonly string[] {
  return Array.from(name.toLowerCase().replace(/[\s_-]/g, ""));
}

/** Levenshtein distance: insertions, deletions and replacements. */
function editDistance(left: readonly string[], right: readonly string[]): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [leftIndex, character] of left.entries()) {
    const next = [leftIndex + 1];
    for (const [index, other] of right.entries()) {
      const replaced = (row[index] ?? 0) + (character === other ? 0 : 1);
      next.push(Math.min((row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
