/** Makes one value of the values of a group. There is at least one. */
export type Aggregate<Value, Summary> = (values: readonly Value[]) => Summary;

/** The mean. */
export const meanOf: Aggregate<number, number> = (values) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The middle one, or the mean of the two in the middle. */
export const medianOf: Aggregate<number, number> = (values) => {
  const sorted = values.toSorted((left, right) => left - right);
  const half = Math.floor((sorted.length - 1) / 2);
  return meanOf(sorted.slice(half, sorted.length - half));
};

/** The most frequent one; of several the smallest, texts by their characters. */
export function modeOf<Value extends string | number | boolean>(values: readonly Value[]): Value | undefined {
  const counts = [...countOf(values)];
  const most = Math.max(...counts.map(([, count]) => count));
  const [first] = counts
    .filter(([, count]) => count === most)
    .toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  return first?.[0];
}

/** True where more than half are true. */
export const majorityOf: Aggregate<boolean, boolean> = (values) =>
  values.filter(Boolean).length * 2 > values.length;

/** The first one. */
export const firstOf = <Value>(values: readonly Value[]): Value | undefined => values[0];

/** How often there is each value, in order of first appearance. */
export function countOf<Value>(values: readonly Value[]): ReadonlyMap<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
