import { KareninaError } from "../../base/index.ts";
import { allTraits, type Rubric } from "../../rubric/index.ts";
import type { Rubrics } from "./rubrics.ts";

/** A use of a trait's name. */
interface NameUse {
  readonly name: string;
  /** Such as `llm trait in the rubric of the benchmark`. */
  readonly place: string;
  /** True where the traits came with the change that is checked. */
  readonly isNew: boolean;
}

/** Whose traits, for messages. */
export const wholeBenchmark = "the benchmark";

/** Whose traits, for messages. */
export function questionOwner({ id }: { readonly id: string }): string {
  return `question ${JSON.stringify(id)}`;
}

/**
 * Names that are used twice by the traits that apply to one question, as sentences: results are kept by name, and no
 * trait overrides another. Only those that `own` traits take part in, not those of the benchmark among themselves.
 */
export function nameClashes(
  own: { readonly rubrics: Rubrics; readonly owner: string },
  global?: Rubrics,
): readonly string[] {
  const theirs = global === undefined ? [] : usesOf(global, wholeBenchmark);
  return clashesOf([...theirs, ...usesOf(own.rubrics, own.owner, noRubricsBefore)]);
}

/** Throws when a change of a question's traits takes a name that another trait of the question or of the benchmark has. */
export function checkQuestionNames(
  question: Rubrics & { readonly id: string },
  before: Rubrics | undefined,
  global: Rubrics,
): void {
  if (question.rubric === before?.rubric && question.dynamicRubric === before?.dynamicRubric) return;
  const own = usesOf(question, questionOwner(question), before ?? noRubricsBefore);
  refuse(clashesOf([...usesOf(global, wholeBenchmark), ...own]));
}

/** Throws when a change of the benchmark's traits takes a name that another trait of it or of any question has. */
export function checkGlobalNames(
  global: Rubrics,
  before: Rubrics,
  questions: readonly (Rubrics & { readonly id: string })[],
): void {
  const own = usesOf(global, wholeBenchmark, before);
  const added = new Set(own.filter(({ isNew }) => isNew).map(({ name }) => name));
  if (added.size === 0) return;
  const theirs = questions
    .flatMap((question) => usesOf(question, questionOwner(question)))
    .filter(({ name }) => added.has(name));
  refuse(clashesOf([...own, ...theirs]));
}

/** What was there before a change; undefined where there was nothing. */
type RubricsBefore = { readonly [Part in keyof Rubrics]: Rubrics[Part] | undefined };

const noRubricsBefore: RubricsBefore = { rubric: undefined, dynamicRubric: undefined };

/** Without `before`, none of the uses is new. */
function usesOf(
  { rubric, dynamicRubric }: Rubrics,
  owner: string,
  before: RubricsBefore = { rubric, dynamicRubric },
): readonly NameUse[] {
  return [
    ...listUses(rubric, `rubric of ${owner}`, before.rubric),
    ...listUses(dynamicRubric, `dynamic rubric of ${owner}`, before.dynamicRubric),
  ];
}

function listUses(traits: Rubric, title: string, before: Rubric | undefined): readonly NameUse[] {
  const known = new Set(before === undefined ? [] : allTraits(before).map(({ name }) => name));
  return allTraits(traits).map(({ name, type }) => ({
    name,
    place: `${type} trait in the ${title}`,
    isNew: !known.has(name),
  }));
}

function clashesOf(uses: readonly NameUse[]): readonly string[] {
  const byName = Map.groupBy(uses, ({ name }) => name);
  return [...byName]
    .filter(([, same]) => same.length > 1 && same.some(({ isNew }) => isNew))
    .map(
      ([name, same]) =>
        `the trait name ${JSON.stringify(name)} is used more than once: ${same.map(({ place }) => place).join(", ")}`,
    );
}

const mostListed = 10;

function refuse(clashes: readonly string[]): void {
  if (clashes.length === 0) return;
  const listed = clashes.slice(0, mostListed);
  const more = clashes.length - listed.length;
  const lines = more > 0 ? [...listed, `and ${more} more`] : listed;
  throw new KareninaError(
    "invalid_input",
    `Expected trait names of their own: ${lines.length === 1 ? lines[0] : lines.map((line) => `\n- ${line}`).join("")}`,
    { hint: "Give every trait a name of its own: none overrides another." },
  );
}
