import { type BenchmarkContent, validateRubrics } from "../../benchmark/index.ts";
import type { CallableRunner } from "../../ports/index.ts";
import { allTraits, type RubricTrait, traitObstacle } from "../../rubric/index.ts";
import { placedNodes } from "../../scenario/index.ts";
import { benchmarkTraits, ownTraits, type TraitSet } from "../rubrics/question-rubric.ts";
import type { CheckBudget } from "./check-budget.ts";

/** Something about a rubric that keeps a trait from being judged. */
export interface RubricCheck {
  /** Of a node of a scenario, the place of both. Null: of the whole benchmark. */
  readonly questionId: string | null;
  readonly message: string;
  /** Nothing is wrong with the trait; this version cannot judge it. */
  readonly obstacle: boolean;
}

/**
 * Looks at every trait of a benchmark and its questions: wrong fields, names that stand twice, patterns that cannot be
 * matched, functions that cannot be loaded. Functions from a file are called once, in a sandbox, with an empty text, as
 * long as the budget lasts.
 */
export async function checkRubrics(
  content: BenchmarkContent,
  budget: CheckBudget,
): Promise<readonly RubricCheck[]> {
  const { checkCallableSource, createCallableRunner } = await import("../../sandbox/index.ts");
  await using callables = createCallableRunner();
  const watched: CallableRunner = {
    evaluate: (code, text) => budget.watch(() => callables.evaluate(code, text)),
  };
  const invalid = validateRubrics(content).map(({ source, problem }) => ({
    questionId: source === "global" ? null : source.replace(/^question:/, ""),
    message: problem,
    obstacle: false,
  }));
  const found: RubricCheck[] = [...invalid];
  let checked = 0;
  for (const { questionId, traits } of owners(content)) {
    for (const trait of traits) {
      const obstacle = obstacleOf(trait);
      if (obstacle !== undefined) found.push({ questionId, message: named(trait, obstacle), obstacle: true });
      if (trait.type !== "callable" || trait.code.kind !== "source") continue;
      const problems =
        budget.spent === undefined
          ? await budget.within(checkCallableSource(watched, trait.code.text))
          : undefined;
      if (problems === undefined) {
        const message = `Stopped, since ${budget.spent}: ${checked} functions of traits were checked.`;
        return [...found, { questionId: null, message, obstacle: false }];
      }
      checked += 1;
      for (const problem of problems)
        found.push({ questionId, message: named(trait, problem), obstacle: false });
    }
  }
  return found;
}

/** Why a trait cannot be judged in this version; undefined where it can. */
export function obstacleOf(trait: RubricTrait): string | undefined {
  return traitObstacle(trait);
}

function named({ name }: RubricTrait, what: string): string {
  return `trait ${JSON.stringify(name)} cannot be judged here: ${what}`;
}

function owners(content: BenchmarkContent) {
  const traitsOf = ({ rubric, dynamic }: TraitSet) => [...allTraits(rubric), ...allTraits(dynamic)];
  return [
    { questionId: null, traits: traitsOf(benchmarkTraits(content)) },
    ...content.questions.map((question) => ({
      questionId: question.id,
      traits: traitsOf(ownTraits(question)),
    })),
    ...placedNodes(content.scenarios.map(({ definition }) => definition)).map(({ place, question }) => ({
      questionId: place,
      traits: traitsOf(ownTraits(question)),
    })),
  ];
}
