import { evaluateAgenticTraits, type InvestigatingJudge } from "../../judge/index.ts";
import { type AgenticRubricTrait, type TraitFailure, traitObstacle } from "../../rubric/index.ts";
import { answerMaterial, replaceableJudge } from "../agentic-judging.ts";
import { agenticTraitsOf, dynamicAgenticTraits } from "../agentic-traits.ts";
import { evaluationInput } from "../evaluation-input.ts";
import type { AgenticRubricFact, ResponseFact, RubricFact } from "../facts.ts";
import type { ParsingModel } from "../models.ts";
import type { AgenticRubricOptions } from "../options.ts";
import { resolveTaskRubric } from "../resolve-task-rubric.ts";
import { defineStage, type StageContext } from "../stage.ts";

const oneAfterTheOther: AgenticRubricOptions = {
  strategy: "individual",
  parallel: false,
  modelOf: () => null,
};

/**
 * Has agents examine what the answering agent achieved, trait by trait. A trait that gets no value takes nothing from the
 * others; why is in the result. Dynamic traits among them are investigated where the answer touches their concept.
 */
export const agenticRubricEvaluation = defineStage({
  name: "AgenticRubricEvaluation",
  requires: ["response", "workspace"],
  reads: ["rubric"],
  produces: ["agenticRubric"],
  usageKey: "agentic_rubric_evaluation",
  skip: ({ response }, { task }) => {
    if (task.rubric === null) return "the question has no rubric";
    if (agenticTraitsOf(task).length === 0) return "no trait of the question needs an agent";
    return response.unanswered?.reason;
  },
  async run({ response, workspace, rubric }, context) {
    const { task, services, signal, lost } = context;
    const settings = task.options.agenticRubric ?? oneAfterTheOther;
    const { traits: all, failures: unresolved, ...resolved } = await resolveTraits(response, rubric, context);
    const [traits, obstructed] = withoutObstructed(all);
    const judges = new Map<ParsingModel, InvestigatingJudge>();
    const evaluation = await evaluateAgenticTraits({
      traits,
      strategy: settings.strategy,
      parallel: settings.parallel,
      material: answerMaterial(context, response, workspace?.workspace ?? null),
      judgeOf(trait) {
        const model = settings.modelOf(trait) ?? task.parsing;
        const judge = judges.get(model) ?? replaceableJudge(context, "agentic_rubric_evaluation", model);
        judges.set(model, judge);
        return judge;
      },
      lost,
      signal,
      tools: services.tools,
    });
    const failures = [...evaluation.failures, ...obstructed, ...unresolved];
    return {
      agenticRubric: { ...evaluation, ...resolved, failures },
      warnings: [
        ...evaluation.warnings,
        ...failures.map(({ trait, problem }) => `The trait ${trait} has no value: ${problem}`),
      ],
    };
  },
});

/** Traits that can be investigated, and why the others cannot. */
function withoutObstructed(
  traits: readonly AgenticRubricTrait[],
): readonly [readonly AgenticRubricTrait[], readonly TraitFailure[]] {
  const failures = traits.flatMap((trait) => {
    const problem = traitObstacle(trait);
    return problem === undefined ? [] : [{ trait: trait.name, problem }];
  });
  return [traits.filter((trait) => traitObstacle(trait) === undefined), failures];
}

interface ResolvedTraits extends Pick<AgenticRubricFact, "provenance" | "promoted" | "skipped"> {
  readonly traits: readonly AgenticRubricTrait[];
  /** The dynamic traits of which it is not known whether they apply. */
  readonly failures: readonly TraitFailure[];
}

/** The traits to investigate. Dynamic ones are asked about only where RubricEvaluation has not done so. */
async function resolveTraits(
  response: ResponseFact,
  judged: RubricFact | undefined,
  context: StageContext,
): Promise<ResolvedTraits> {
  const { rubric: given, options } = context.task;
  if (given === null) return { traits: [], provenance: {}, promoted: null, skipped: null, failures: [] };
  const { agenticTraits } = given.rubric;
  const dynamic = dynamicAgenticTraits(given);
  const known = { provenance: given.provenance, promoted: null, skipped: null, failures: [] };
  if (judged !== undefined) {
    const promoted = dynamic.filter(({ name }) => judged.promoted?.includes(name));
    return { ...known, traits: [...agenticTraits, ...promoted] };
  }
  if (dynamic.length === 0) return { ...known, traits: agenticTraits };
  const input = evaluationInput(response, options.fullTraceForRubric);
  if (!input.ok) {
    const problem = `there is nothing to look for its concept in: ${input.error}`;
    return {
      ...known,
      traits: agenticTraits,
      failures: dynamic.map(({ name }) => ({ trait: name, problem })),
    };
  }
  const { rubric, ...resolved } = await resolveTaskRubric(input.text, context);
  return { ...resolved, traits: rubric.agenticTraits };
}
