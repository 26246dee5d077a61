import type { PairComparison } from "../../analysis/index.ts";
import { pluralize } from "../../base/index.ts";

/** What two sides differ in beside what is compared, a sentence each: texts of questions, or model and judge together. */
export function cautionTexts(
  { otherTexts, firstOtherText, modelsA, modelsB, judgesA, judgesB }: PairComparison,
  { a, b }: { readonly a: string; readonly b: string },
): readonly string[] {
  const side = (name: string, models: readonly string[], judges: readonly string[]) =>
    `${name} is ${models.join(", ")} judged by ${judges.join(", ")}`;
  return [
    ...(firstOtherText === null
      ? []
      : [
          `${pluralize(otherTexts, "matched question")} ${otherTexts === 1 ? "has" : "have"} another text in ${b} than in ${a}, the first is ${firstOtherText}: only the ids are equal.`,
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
