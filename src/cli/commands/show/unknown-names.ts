import { isJsonObject, type JsonValue, nearestNames } from "../../../base/index.ts";
import {
  getAllTraitScores,
  type ResultsFile,
  type TraitCondition,
  traitLabels,
} from "../../../result/index.ts";
import { quoteNames } from "./choose-name.ts";
import type { ShowOptions } from "./show-command.ts";

/** More values of a trait are not named. */
const mostValues = 6;

/**
 * Which of the keywords and traits that options name no result has, a sentence each with what was probably meant. Reads all results:
 * for when nothing was found.
 */
export async function unknownNames(
  { keyword = [], trait = [] }: Pick<ShowOptions, "keyword" | "trait">,
  file: ResultsFile,
): Promise<readonly string[]> {
  if (keyword.length + trait.length === 0) return [];
  const keywords = new Set<string>();
  const traits = new Map<string, Set<string>>();
  for await (const { metadata, rubric } of file.read()) {
    for (const word of metadata.keywords ?? []) keywords.add(word);
    if (rubric === null) continue;
    const values = [...Object.entries(getAllTraitScores(rubric)), ...Object.entries(traitLabels(rubric))];
    for (const [name, value] of values.flatMap(namedValues)) {
      const known = traits.get(name) ?? new Set();
      traits.set(name, known);
      if (known.size <= mostValues) known.add(typeof value === "string" ? value : JSON.stringify(value));
    }
  }
  return [
    ...keyword
      .filter((word) => !keywords.has(word))
      .map((word) => `--keyword: no question of these results has "${word}".${meantText(word, keywords)}`),
    ...trait.flatMap((condition) => unknownTrait(condition, traits)),
  ];
}

/** Metrics stand behind the name of their trait; no value is that of the trait itself. */
function namedValues([name, value]: [string, JsonValue]): readonly (readonly [string, JsonValue])[] {
  if (!isJsonObject(value)) return [[name, value]];
  return Object.entries(value).map(([metric, score]) => [`${name}.${metric}`, score]);
}

function unknownTrait(
  { trait, value }: TraitCondition,
  traits: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] {
  const values = traits.get(trait);
  const metrics = [...traits.keys()].filter((name) => name.startsWith(`${trait}.`));
  if (values === undefined && metrics.length > 0)
    return [`--trait: ${trait} has several values; name one of them: ${quoteNames(metrics)}.`];
  if (values === undefined)
    return [`--trait: there is no trait "${trait}" in these results.${meantText(trait, traits.keys())}`];
  if (values.has(value) || values.size > mostValues) return [];
  return [`--trait: no result has "${value}" for ${trait}; there is ${quoteNames([...values])}.`];
}

function meantText(given: string, known: Iterable<string>): string {
  const names = [...known];
  const near = nearestNames(given, names);
  if (near.length > 0) return ` Did you mean ${quoteNames(near, " or ")}?`;
  return names.length === 0 ? " There is none." : "";
}
