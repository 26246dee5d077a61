import type { PairComparison } from "../../analysis/index.ts";
import { pluralize } from "../../base/index.ts";

/** What two sides differ in beside what is compared, a sentence each: texts of questions, prices that are not known, or model and judge together. */
export function cautionTexts(
  {
    otherTexts,
    firstOtherText,
    modelsA,
    modelsB,
    judgesA,
    judgesB,
    matched,
    partialCostA,
    partialCostB,
  }: Omit<PairComparison, "a" | "b" | "unmatchedQuestions" | "newFailures" | "broken" | "mended">,
  { a, b }: { readonly a: string; readonly b: string },
): readonly string[] {
  const side = (name: string, models: readonly string[], judges: readonly string[]) =>
    `${name} is ${models.join(", ")} judged by ${judges.join(", ")}`;
  const partial = [
    ...(partialCostA > 0 ? [`${partialCostA} of ${a}`] : []),
    ...(partialCostB > 0 ? [`${partialCostB} of ${b}`] : []),
  ];
  return [
    ...(firstOtherText === null
      ? []
      : [
          `${pluralize(otherTexts, "matched question")} ${otherTexts === 1 ? "has" : "have"} another text in ${b} than in ${a}, the first is ${firstOtherText}: only the ids are equal.`,
        ]),
    ...(partial.length === 0
      ? []
      : [
          `Of ${pluralize(matched, "matched result")} the price of some calls is not known for ${partial.join(" and ")}: no cost is compared there.`,
        ]),
    ...(isApart(modelsA, modelsB) && isApart(judgesA, judgesB)
      ? [
          `Model and judge both changed, and differences may come of either: ${side(a, modelsA, judgesA)}, ${side(b, modelsB, judgesB)}.`,
        ]
      : []),
  ];
}

/** True where both have names, and none in common. */
const isApart = (left: readonly string[], right: readonly string[]): boolean =>
  left.length > 0 && right.length > 0 && !left.some((name) => right.includes(name));

/** A run, and the benchmark that its file says it is of; null where it does not say. */
export interface BenchmarkOfRun {
  readonly name: string;
  readonly benchmark: string | null;
  readonly fingerprint?: string | null | undefined;
}

/** Says that files are of benchmarks that differ, by name or by content; nothing where none is known to. */
export function benchmarkCautions(runs: readonly BenchmarkOfRun[]): readonly string[] {
  const known = runs.filter(
    ({ benchmark, fingerprint }) => benchmark !== null && typeof fingerprint === "string",
  );
  const [first] = known;
  const other = known.find(
    ({ benchmark, fingerprint }) => benchmark !== first?.benchmark || fingerprint !== first.fingerprint,
  );
  if (first === undefined || other === undefined) return [];
  const said = ({ name, benchmark, fingerprint }: BenchmarkOfRun) =>
    `${name} is of "${benchmark}" (${fingerprint?.slice(0, 12)})`;
  const what = first.benchmark === other.benchmark ? "contents" : "names";
  return [
    `the runs are of benchmarks with other ${what}: ${said(first)}, ${said(other)}. Questions are matched by their ids.`,
  ];
}
