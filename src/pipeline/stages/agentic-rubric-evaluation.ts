import { KareninaError } from "../../base/index.ts";
import { evaluateAgenticTraits, type InvestigatingJudge } from "../../judge/index.ts";
import { judgeUnder, traceFileOf } from "../agentic-judging.ts";
import type { ParsingModel } from "../models.ts";
import type { AgenticRubricOptions } from "../options.ts";
import { defineStage } from "../stage.ts";

const oneAfterTheOther: AgenticRubricOptions = {
  strategy: "individual",
  parallel: false,
  modelOf: () => null,
};

/**
 * Has agents examine what the answering agent achieved, trait by trait. A trait that gets no value takes nothing from the
 * others; why is in the result.
 */
export const agenticRubricEvaluation = defineStage({
  name: "AgenticRubricEvaluation",
  requires: ["response", "workspace"],
  produces: ["agenticRubric"],
  usageKey: "agentic_rubric_evaluation",
  skip: ({ response }, { task }) => {
    if (task.rubric === null) return "the question has no rubric";
    return response.empty && !response.recursionLimitReached ? "the answer is empty" : undefined;
  },
  async run({ response, workspace }, context) {
    const { task, services } = context;
    const settings = task.options.agenticRubric ?? oneAfterTheOther;
    const provider = task.options.workspaces?.provider;
    const judges = new Map<ParsingModel, InvestigatingJudge>();
    const evaluation = await evaluateAgenticTraits({
      traits: task.rubric?.rubric.agenticTraits ?? [],
      strategy: settings.strategy,
      parallel: settings.parallel,
      question: task.question.question,
      trace: response.trace,
      workspace: workspace?.workspace ?? null,
      traceFile: traceFileOf(task.question.id),
      async scratch() {
        if (provider !== undefined) {
          return provider.prepare({ questionId: task.question.id, source: null, replicate: task.replicate });
        }
        throw new KareninaError("configuration", "There is no place to put the trace as a file.");
      },
      async judgeOf(trait) {
        const model = settings.modelOf(trait) ?? task.parsing;
        const known = judges.get(model);
        if (known !== undefined) return known;
        const judge = judgeUnder(context, "agentic_rubric_evaluation", model);
        judges.set(model, judge);
        return judge;
      },
      tools: services.tools,
    });
    return {
      agenticRubric: { ...evaluation, provenance: task.rubric?.provenance ?? {} },
      warnings: [
        ...evaluation.warnings,
        ...evaluation.failures.map(({ trait, problem }) => `The trait ${trait} has no value: ${problem}`),
      ],
    };
  },
});
