/**
 * Merges intervals of whole numbers, [first, last], that overlap or between which no number lies. Gives a new list by
 * first number.
 */
export function mergeIntervals(intervals) {
  const sorted = [...intervals].sort((one, other) => one[0] - other[0]);
  const merged = [];
  for (const [first, last] of sorted) {
    const before = merged.at(-1);
    if (before !== undefined && first <= before[1]) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged;
}
