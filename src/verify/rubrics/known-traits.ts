import type { BenchmarkContent } from "../../benchmark/index.ts";
import { configurationError } from "../../config/index.ts";
import { allTraits, unknownTraitNames } from "../../rubric/index.ts";
import { benchmarkTraits, ownTraits } from "./question-rubric.ts";

/**
 * Refuses names that no trait of the benchmark has, dynamic ones included.
 *
 * @param subject what names them, as the start of a sentence
 * @throws KareninaError `configuration` with the nearest name of each.
 */
export function requireKnownTraits(
  content: BenchmarkContent,
  names: readonly string[],
  subject: string,
): void {
  const sets = [benchmarkTraits(content), ...content.questions.map(ownTraits)];
  const rubrics = sets.flatMap(({ rubric, dynamic }) => [rubric, dynamic]);
  const unknown = unknownTraitNames(rubrics, names);
  if (unknown.length === 0) return;
  const known = [...new Set(rubrics.flatMap(allTraits).map(({ name }) => name))];
  throw configurationError(
    subject,
    unknown.map(({ name, nearest }) => {
      const question = nearest === undefined ? "" : `; did you mean ${JSON.stringify(nearest)}?`;
      return `the benchmark has no trait ${JSON.stringify(name)}${question}`;
    }),
    known.length === 0 ? "The benchmark has no traits." : `There are ${known.join(", ")}.`,
  );
}
