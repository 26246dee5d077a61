/** Number of letters to insert, drop, change or swap to turn one text into the other. */
function editDistance(left: string, right: string): number {
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const same = left[i - 1] === right[j - 1];
      const swap =
        left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]
          ? (before[j - 2] ?? Infinity) + 1
          : Infinity;
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1), swap),
      );
    }
    before = row;
    row = next;
  }
  return row[right.length] ?? 0;
}

const letters = (name: string) => name.toLowerCase().replace(/[\s_.-]/g, "");

function commonStart(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}

/**
 * The known name that the given one was probably meant to be, or undefined: few letters off, or the same start. Case and
 * the signs between words do not count.
 */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const wanted = letters(given);
  const candidates = known.map((name) => ({
    name,
    distance: editDistance(wanted, letters(name)),
    start: commonStart(wanted, letters(name)),
  }));
  const [closest] = candidates.toSorted((a, b) => a.distance - b.distance);
  if (closest !== undefined && closest.distance <= Math.max(2, Math.floor(given.length / 3)))
    return closest.name;
  const [alike] = candidates.toSorted((a, b) => b.start - a.start || a.distance - b.distance);
  return alike !== undefined && alike.start >= Math.max(4, wanted.length * 0.7) ? alike.name : undefined;
}
