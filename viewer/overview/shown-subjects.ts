import type { ReportSummary, SubjectView } from "../../src/report/index.ts";

/** Of more models the best are shown, until more are asked for. */
export const mostSubjects = 12;

/** Which of many models are shown, and in which order. */
export const showings = [
  { name: "best", words: `the ${mostSubjects} best` },
  { name: "sorted", words: "all, best first" },
  { name: "run", words: "all, as in the run" },
] as const;
export type Showing = (typeof showings)[number]["name"];

/** Those asked questions, and those walked with: a model that was both is in either. */
const kinds = (subjects: readonly SubjectView[]) =>
  [false, true].map((turns) => subjects.filter(({ isOfTurns }) => isOfTurns === turns));

/** How many models there are to choose from. */
export const countSubjects = (subjects: readonly SubjectView[]): number =>
  Math.max(...kinds(subjects).map(({ length }) => length));

/** The models to show; of no more than {@link mostSubjects} all, as in the run. Without a rate they come last. */
export function shownSubjects(subjects: readonly SubjectView[], showing: Showing): readonly SubjectView[] {
  if (countSubjects(subjects) <= mostSubjects || showing === "run") return subjects;
  const rate = ({ numbers }: SubjectView) => numbers.passRate.rate ?? -1;
  const sorted = kinds(subjects).map((some) => some.toSorted((left, right) => rate(right) - rate(left)));
  return sorted.flatMap((some) => (showing === "sorted" ? some : some.slice(0, mostSubjects)));
}

type Pair = Pick<NonNullable<ReportSummary["comparison"]>["pairs"][number], "a" | "b"> & {
  readonly passes: { readonly difference: number | null };
};

/** What a side is ahead by in a pair; null where nothing is known. */
function leadOf<Of extends Pair>(side: string, { a, passes: { difference } }: Of): number | null {
  return difference === null ? null : side === a ? -difference : difference;
}

/** The side that is ahead of most others; the first of several. */
export function leadingSide(pairs: readonly Pair[], sides: readonly string[]): string | undefined {
  const won = (side: string) =>
    pairsOf(pairs, side).reduce((sum, pair) => sum + Math.sign(leadOf(side, pair) ?? 0), 0);
  return sides.toSorted((left, right) => won(right) - won(left))[0];
}

/** The pairs of a side, with the strongest other first. */
export function pairsOf<Of extends Pair>(pairs: readonly Of[], side: string): readonly Of[] {
  const lead = (pair: Of) => leadOf(side, pair) ?? Number.POSITIVE_INFINITY;
  return pairs
    .filter(({ a, b }) => a === side || b === side)
    .toSorted((left, right) => (lead(left) === lead(right) ? 0 : lead(left) - lead(right)));
}
