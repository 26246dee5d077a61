import type { SubjectView } from "../../src/report/index.ts";

/**
 * The groups of questions that some subject has a verdict of, in the order of the first that has them: most results first; by length shortest first.
 *
 * @param by `keyword`, `author`, `length` or `property:NAME`
 */
export function shownGroups(subjects: readonly SubjectView[], by: string): readonly string[] {
  const groups = subjects.flatMap(({ numbers }) =>
    numbers.breakdowns.filter((one) => one.by === by).flatMap((one) => one.groups),
  );
  const judged = new Set(groups.filter(({ passRate }) => passRate.of > 0).map(({ group }) => group));
  const shown = [...new Set(groups.map(({ group }) => group))].filter((group) => judged.has(group));
  return by === "length" ? shown.toSorted((left, right) => bandStart(left) - bandStart(right)) : shown;
}

/** What the name of a band begins with: the shortest length, or "under". */
const bandStart = (band: string): number => Number.parseInt(band, 10) || 0;
