import { KareninaError } from "../../base/index.ts";
import {
  globalDynamicRubricOf,
  globalRubricOf,
  type Question,
  type QuestionInput,
  type RubricInput,
} from "../../benchmark/index.ts";
import {
  allTraits,
  type CallableFunction,
  emptyRubric,
  type Rubric,
  type RubricTrait,
  rubricFromTraits,
} from "../../rubric/index.ts";
import { questionOfRow } from "../answers/questions-of-rows.ts";
import { Benchmark } from "../benchmark.ts";

/** What one step is judged by, or all that belongs to no step. Only the benchmark changes. */
export interface Criteria {
  /** Null: of no step. */
  readonly stepId: string | null;
  /** Its questions, and the traits of all of them. */
  readonly benchmark: Benchmark;
}

export const newCriteria = (stepId: string | null): Criteria => ({
  stepId,
  benchmark: Benchmark.create({ name: stepId ?? "TaskEval" }),
});

/** Adds traits to those that a step has. Throws `invalid_input` for a name that stands twice, dynamic ones included. */
export function addTraits({ benchmark }: Criteria, input: RubricInput, kind: "rubric" | "dynamic"): void {
  const { rubric, dynamic } = traitsOfStep(benchmark);
  const added = traitsOf(input);
  const names = [...rubric, ...dynamic, ...added].map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw new KareninaError("invalid_input", `Two traits have the name ${JSON.stringify(twice)}.`, {
      hint: "Give every trait a name of its own: none overrides another.",
    });
  if (kind === "rubric") benchmark.setGlobalRubric([...rubric, ...added]);
  else benchmark.setGlobalDynamicRubric([...dynamic, ...added]);
}

/** What is wrong with the input is told by the benchmark that it is set in. */
const traitsOf = (input: RubricInput): readonly RubricTrait[] =>
  Array.isArray(input) ? input : allTraits({ ...emptyRubric, ...input });

function traitsOfStep({ content }: Benchmark) {
  return {
    rubric: allTraits(globalRubricOf(content)),
    dynamic: allTraits(globalDynamicRubricOf(content) ?? emptyRubric),
  };
}

/** A question of a step as a run knows it. */
export interface StepQuestion {
  /** Null: of no step. */
  readonly stepId: string | null;
  /** As it was added. */
  readonly id: string;
  /** Null: there are traits alone, and every event answers it. */
  readonly text: string | null;
  /** With an id that no other question of the run has, and the traits of its step. */
  readonly input: QuestionInput & { readonly id: string };
  readonly hasTemplate: boolean;
  /** All that it may be judged by, dynamic ones among them. */
  readonly traits: Rubric;
}

/** True where there is something to judge by. */
export const hasCriteria = ({ benchmark }: Criteria): boolean => {
  const { rubric, dynamic } = traitsOfStep(benchmark);
  return benchmark.content.questions.length + rubric.length + dynamic.length > 0;
};

/**
 * The questions of steps; one of its own for a step of traits alone.
 *
 * @param functions in place of the code of callable traits, by their names
 * @throws KareninaError `invalid_input` for a function of a name that no callable trait has, and for a trait that stands in
 * a question and in its step.
 */
export function questionsOfSteps(
  steps: readonly Criteria[],
  functions: ReadonlyMap<string, CallableFunction>,
): readonly StepQuestion[] {
  const ids = new Set<string>();
  const used = new Set<string>();
  const bound = (trait: RubricTrait): RubricTrait => {
    const evaluate = functions.get(trait.name);
    if (evaluate === undefined || trait.type !== "callable") return trait;
    used.add(trait.name);
    const { unusable: _, ...rest } = trait;
    return { ...rest, code: { kind: "native", evaluate } };
  };
  const questions = steps.flatMap(({ stepId, benchmark }) => {
    const { rubric, dynamic } = traitsOfStep(benchmark);
    const { questions: added } = benchmark.content;
    const alone = added.length === 0 && rubric.length + dynamic.length > 0;
    const found = alone ? [aloneQuestion] : added.map((question) => asInput(question));
    return found.map(({ text, ...input }): StepQuestion => {
      const own = { rubric: traitsOf(input.rubric ?? []), dynamic: traitsOf(input.dynamicRubric ?? []) };
      const traits = { rubric: [...rubric, ...own.rubric], dynamic: [...dynamic, ...own.dynamic] };
      const id = freeId(stepId === null ? input.id : `step_${stepId}_${input.id}`, ids);
      ids.add(id);
      return {
        ...{ stepId, text, id: alone ? id : input.id },
        input: {
          ...input,
          id,
          keywords: [...(input.keywords ?? []), ...(stepId === null ? [] : [`step: ${stepId}`])],
          rubric: traits.rubric.map(bound),
          dynamicRubric: traits.dynamic.map(bound),
        },
        hasTemplate: input.template !== undefined,
        traits: rubricFromTraits([...traits.rubric, ...traits.dynamic]),
      };
    });
  });
  const unused = [...functions.keys()].find((name) => !used.has(name));
  if (unused !== undefined)
    throw new KareninaError(
      "invalid_input",
      `registerCallable: no callable trait that is judged has the name ${JSON.stringify(unused)}.`,
      { hint: "Register a function by the name of its trait." },
    );
  return questions;
}

/** As the Python system calls it. */
const aloneQuestion = { ...questionOfRow(undefined), id: "rubric_only_eval", text: null };

type AddedQuestion = QuestionInput & { readonly id: string; readonly text: string | null };

function asInput(question: Question): AddedQuestion {
  const {
    dateCreated: _created,
    dateModified: _modified,
    preserved: _,
    unusable: _unusable,
    ...input
  } = question;
  return { ...input, text: question.question };
}

const freeId = (id: string, taken: ReadonlySet<string>): string =>
  taken.has(id) ? freeId(`${id}_`, taken) : id;
