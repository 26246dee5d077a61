/** At most so many are named in an error. */
const mostNames = 3;
/** So many names are compared; further ones are left out. */
const mostCompared = 5000;

/**
 * The names a user may have meant: those that contain what was given, then those that differ from it in few
 * characters. At most three, the nearest first.
 */
export function nearestNames(wanted: string, names: readonly string[]): readonly string[] {
  const given = wanted.toLowerCase();
  const farthest = Math.max(2, Math.floor(given.length / 3));
  return names
    .slice(0, mostCompared)
    .map((name) => {
      const known = name.toLowerCase();
      return { name, distance: known.includes(given) ? 0 : editDistance(given, known, farthest) };
    })
    .filter(({ distance }) => distance <= farthest)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, mostNames)
    .map(({ name }) => name);
}

/** Insertions, deletions and replacements that make one text the other (Levenshtein); more than `limit`: infinity. */
function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return Number.POSITIVE_INFINITY;
  let before = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (before[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      now.push(Math.min(replaced, (before[column] ?? 0) + 1, (now[column - 1] ?? 0) + 1));
    }
    if (Math.min(...now) > limit) return Number.POSITIVE_INFINITY;
    before = now;
  }
  return before[to.length] ?? 0;
}
