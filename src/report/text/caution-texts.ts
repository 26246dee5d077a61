import { emptySides, type PairComparison } from "../../analysis/index.ts";
import { pluralize } from "../../base/index.ts";

/** What two sides differ in beside what is compared, a sentence each: texts of questions, or model and judge together. */
export function cautionTexts(
  {
    otherTexts,
    firstOtherText,
    modelsA,
    modelsB,
    judgesA,
    judgesB,
    apart,
    otherJudges,
    matched,
    ...units
  }: Omit<PairComparison, "a" | "b" | "unmatchedQuestions" | "newFailures" | "broken" | "mended" | "walks"> &
    Pick<Parameters<typeof emptySides>[0], "walks">,
  { a, b }: { readonly a: string; readonly b: string },
): readonly string[] {
  const side = (name: string, models: readonly string[], judges: readonly string[]) =>
    `${name} is ${models.join(", ")} judged by ${judges.join(", ")}`;
  const changesBoth = isApart(modelsA, modelsB) && isApart(judgesA, judgesB);
  return [
    ...emptySides({ ...units, a, b, matched }).map((name) => `${name} has no results: nothing is compared.`),
    ...(apart === null ? [] : [apartText(apart, { a, b })]),
    ...(otherJudges > 0 && !changesBoth && judgesA.length + judgesB.length > 2
      ? [
          `${otherJudges} of ${pluralize(matched, "matched result")} ${otherJudges === 1 ? "has" : "have"} another judge in ${b} than in ${a}, and differences may come of that: each model was judged by one, not the same.`,
        ]
      : []),
    ...(firstOtherText === null
      ? []
      : [
          `${pluralize(otherTexts, "matched question")} ${otherTexts === 1 ? "asks" : "ask"} something else in ${b} than in ${a}, the first is ${firstOtherText}: only the ids are equal.`,
        ]),
    ...(changesBoth
      ? [
          `Model and judge both changed, and differences may come of either: ${side(a, modelsA, judgesA)}, ${side(b, modelsB, judgesB)}.`,
        ]
      : []),
  ];
}

/** Of which sides prices are not known, once for all pairs; nothing where all are. */
export function priceCautions(
  pairs: readonly Pick<PairComparison, "a" | "b" | "matched" | "partialCostA" | "partialCostB">[],
  nameOf: (side: string) => string = (side) => side,
): readonly string[] {
  const sides = pairs.flatMap(({ a, b, matched, partialCostA, partialCostB }) => [
    { side: a, matched, partial: partialCostA },
    { side: b, matched, partial: partialCostB },
  ]);
  const most = [...Map.groupBy(sides, ({ side }) => side)].flatMap(([side, found]) => {
    const [{ partial, matched } = { partial: 0, matched: 0 }] = found.toSorted(
      (left, right) => right.partial - left.partial,
    );
    return partial === 0 ? [] : [`${partial} of ${pluralize(matched, "result")} of ${nameOf(side)}`];
  });
  if (most.length === 0) return [];
  const sidesText = [most.slice(0, -1).join(", "), ...most.slice(-1)]
    .filter((text) => text !== "")
    .join(" and ");
  return [`The price of some calls is not known for ${sidesText}: no cost is compared there.`];
}

/** What two sides lack in common. */
type Apart = NonNullable<PairComparison["apart"]> | "scenarios";

const apartTexts: Readonly<Record<Apart, string>> = {
  scenarios: "have no scenario in common, by its name and replicate: no walks are compared.",
  questions: "have no question in common, by its id and replicate: nothing is compared.",
  models:
    "have no model in common, and more than one: nothing is compared. Compare files with one model each, or the models of one file.",
  judges:
    "have the same questions, but no judge in common, and more than one of a model: nothing is compared. Have one judge judge both, with --answers-from, or compare the results of one judge each.",
};

/** Why nothing of two sides was matched, and what to do. */
export const apartText = (apart: Apart, { a, b }: { readonly a: string; readonly b: string }): string =>
  `${a} and ${b} ${apartTexts[apart]}`;

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
