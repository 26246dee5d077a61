import { KareninaError, recordFrom } from "../../base/index.ts";
import type { BenchmarkContent, Question } from "../../benchmark/index.ts";
import type { ResolvedConfig } from "../../config/index.ts";
import type { TaskRubric } from "../../pipeline/index.ts";
import {
  allTraits,
  emptyRubric,
  filterTraits,
  isEmptyRubric,
  type Rubric,
  type RubricTrait,
  rubricFromTraits,
} from "../../rubric/index.ts";
import { requireKnownTraits } from "./known-traits.ts";
import {
  benchmarkTraits,
  mergedTraits,
  ownTraits,
  type QuestionRubric,
  type TraitSet,
} from "./question-rubric.ts";

/** What a question is called in messages: its id, or the place of a node. */
export type QuestionName = (question: Question) => string;

/** A question with the traits that its answers are judged by; null: none. */
export interface QuestionWithRubric {
  readonly question: Question;
  readonly rubric: TaskRubric | null;
}

/**
 * Gives every question its rubric: the benchmark's traits, then its own, cut down to the wanted names.
 *
 * @param questions those of the run, of the benchmark's
 * @throws KareninaError before any model is asked: `invalid_input` that lists every name that stands twice, in all
 * questions, and where nothing at all is to be judged; `configuration` for names that no trait of the benchmark has.
 */
export function planRubrics(
  content: BenchmarkContent,
  questions: readonly Question[],
  { evaluationMode, rubricTraitNames }: TraitChoice,
  nameOf: QuestionName = ({ id }) => id,
): readonly QuestionWithRubric[] {
  if (rubricTraitNames !== null) requireJudged(evaluationMode);
  if (evaluationMode === "template_only") return questions.map((question) => ({ question, rubric: null }));
  if (rubricTraitNames !== null) requireKnownTraits(content, rubricTraitNames, "The choice of traits");
  const planned = mergedRubrics(content, questions, rubricTraitNames, nameOf);
  if (evaluationMode === "rubric_only" && planned.every(({ rubric }) => rubric === null)) {
    throw new KareninaError(
      "invalid_input",
      "There is nothing to judge: no question of the run has a trait, and nothing else is judged in evaluation mode rubric_only.",
      { hint: "Add a rubric, or choose another evaluation mode." },
    );
  }
  return planned;
}

/** The traits that a rubric may judge: its own, and the wanted ones of its dynamic part. */
export function judgedTraits({ rubric, dynamic, traitNames }: TaskRubric): readonly RubricTrait[] {
  const fromDynamic = dynamic === null ? [] : allTraits(dynamic);
  return [
    ...allTraits(rubric),
    ...fromDynamic.filter(({ name }) => traitNames === null || traitNames.includes(name)),
  ];
}

type TraitChoice = Pick<ResolvedConfig, "evaluationMode" | "rubricTraitNames">;

/** The traits of the whole benchmark that a run may judge, dynamic ones among them; for the columns of its exports. */
export function globalTraitsOfRun(content: BenchmarkContent, choice: TraitChoice): Rubric {
  return traitsOfRun(benchmarkTraits(content), choice);
}

/** The traits that single questions of a run have beside those, by question id; for the definitions in its exports. */
export function questionTraitsOfRun(
  questions: readonly Question[],
  choice: TraitChoice,
): ReadonlyMap<string, Rubric> {
  const own = questions.map((question) => [question.id, traitsOfRun(ownTraits(question), choice)] as const);
  return new Map(own.filter(([, rubric]) => !isEmptyRubric(rubric)));
}

function traitsOfRun(
  { rubric, dynamic }: TraitSet,
  { evaluationMode, rubricTraitNames }: TraitChoice,
): Rubric {
  if (evaluationMode === "template_only") return emptyRubric;
  const all = rubricFromTraits([...allTraits(rubric), ...allTraits(dynamic)]);
  return rubricTraitNames === null ? all : filterTraits(all, rubricTraitNames).rubric;
}

function mergedRubrics(
  content: BenchmarkContent,
  questions: readonly Question[],
  names: readonly string[] | null,
  nameOf: QuestionName,
): readonly QuestionWithRubric[] {
  const global = benchmarkTraits(content);
  const conflicts = new Map<string, string[]>();
  // one object for the many questions that have no traits of their own
  let shared: TaskRubric | null | undefined;
  const planned = questions.map((question) => {
    const own = ownTraits(question);
    const isPlain = isEmptyRubric(own.rubric) && isEmptyRubric(own.dynamic);
    if (isPlain && shared !== undefined) return { question, rubric: shared };
    const merged = mergedTraits(global, own);
    if (!merged.ok) {
      for (const conflict of merged.conflicts)
        conflicts.set(conflict, [...(conflicts.get(conflict) ?? []), nameOf(question)]);
      return { question, rubric: null };
    }
    const rubric = taskRubric(merged, names);
    if (isPlain) shared = rubric;
    return { question, rubric };
  });
  if (conflicts.size > 0) throw conflictsError(conflicts);
  return planned;
}

function taskRubric(
  merged: Extract<QuestionRubric, { readonly ok: true }>,
  names: readonly string[] | null,
): TaskRubric | null {
  const rubric = names === null ? merged.rubric : filterTraits(merged.rubric, names).rubric;
  const kept = new Set(allTraits(rubric).map(({ name }) => name));
  const provenance = Object.entries(merged.provenance).filter(([name]) => kept.has(name));
  const planned: TaskRubric = {
    rubric,
    provenance: recordFrom(provenance),
    dynamic: isEmptyRubric(merged.dynamic) ? null : merged.dynamic,
    traitNames: names,
  };
  return judgedTraits(planned).length === 0 ? null : planned;
}

function conflictsError(conflicts: ReadonlyMap<string, readonly string[]>): KareninaError {
  const lines = [...conflicts].map(([conflict, ids]) => `  - ${conflict}: ${ids.join(", ")}`);
  return new KareninaError(
    "invalid_input",
    `Trait names have to be unique for each question:\n${lines.join("\n")}`,
    { hint: "Give every trait a name of its own: none overrides another." },
  );
}

function requireJudged(evaluationMode: ResolvedConfig["evaluationMode"]): void {
  if (evaluationMode !== "template_only") return;
  throw new KareninaError(
    "configuration",
    'Traits are chosen by name, but evaluation mode "template_only" judges none.',
    { hint: 'Set the evaluation mode "template_and_rubric" or "rubric_only", or choose no traits.' },
  );
}
