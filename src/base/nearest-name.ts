/** Longer names are compared with none: nobody misspells them, and comparing takes their product. */
const longestCompared = 200;

/** Number of letters to insert, drop, change or swap to turn one text into the other; infinite beyond `limit`, and for long names. */
function editDistance(left: string, right: string, limit = Infinity): number {
  if (Math.max(left.length, right.length) > longestCompared) return Infinity;
  if (Math.abs(left.length - right.length) > limit) return Infinity;
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
    if (Math.min(...next, ...row) > limit) return Infinity;
    before = row;
    row = next;
  }
  return row[right.length] ?? 0;
}

const letters = (name: string) => name.toLowerCase().replace(/[\s_.-]/g, "");

/** So many letters may a name be off. */
const farthest = (given: string) => Math.max(2, Math.floor(given.length / 3));

function commonStart(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}

/**
 * The known name that the given one was probably meant to be, or undefined: few letters off, or the same start, in which a
 * long name may have one letter wrong, or the same end. Case and the signs between words do not count.
 */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const wanted = letters(given);
  const candidates = known.map((name) => ({
    name,
    distance: editDistance(wanted, letters(name)),
    start: commonStart(wanted, letters(name)),
  }));
  const [closest] = candidates.toSorted((a, b) => a.distance - b.distance);
  if (closest !== undefined && closest.distance <= farthest(given)) return closest.name;
  const [alike] = candidates.toSorted((a, b) => b.start - a.start || a.distance - b.distance);
  if (alike !== undefined && alike.start >= Math.max(4, wanted.length * 0.7)) return alike.name;
  if (wanted.length < 6) return undefined;
  return (
    known.find((name) => editDistance(wanted, letters(name).slice(0, wanted.length), 1) <= 1) ??
    known.toSorted((a, b) => a.length - b.length).find((name) => letters(name).endsWith(wanted))
  );
}

/** Asks whether {@link nearestName} was meant, as the end of a sentence: `, did you mean "x"?`; empty where there is none. */
export function askNearest(given: string, known: readonly string[]): string {
  const nearest = nearestName(given, known);
  return nearest === undefined ? "" : `, did you mean "${nearest}"?`;
}

/** So many names are compared; further ones are left out. */
const mostCompared = 5000;

/**
 * The known names that the given one may have meant, nearest first: those that contain it, then those that are few
 * letters off. `most`: how many, default 3.
 */
export function nearestNames(given: string, known: Iterable<string>, most = 3): readonly string[] {
  const wanted = letters(given);
  if (wanted === "") return [];
  return [...known]
    .slice(0, mostCompared)
    .map((name) => {
      const own = letters(name);
      return { name, distance: own.includes(wanted) ? 0 : editDistance(wanted, own, farthest(given)) };
    })
    .filter(({ distance }) => distance <= farthest(given))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ name }) => name);
}
