import { evaluateRubric, traitDeepJudgment } from "../../judge/index.ts";
import { agenticTraitsOf } from "../agentic-traits.ts";
import { evaluationInput, evaluationParts, judgeableText } from "../evaluation-input.ts";
import { judgeFor } from "../judge-for.ts";
import { judgedQuestion } from "../judged-question.ts";
import { endsInVerdict, noFinalMessage } from "../no-answer.ts";
import { resolveTaskRubric } from "../resolve-task-rubric.ts";
import { defineStage } from "../stage.ts";

/**
 * Judges the qualities of an answer, right or wrong. A trait that gets no value takes nothing from the others; why is in
 * the result. With deep judgment, LLM traits are judged from verbatim evidence.
 */
export const rubricEvaluation = defineStage({
  name: "RubricEvaluation",
  requires: ["response"],
  produces: ["rubric", "deepJudgmentRubric"],
  usageKey: "rubric_evaluation",
  skip: ({ response }, { task, log }) => {
    if (task.rubric === null) return "the question has no rubric";
    if (response.unanswered !== null) return response.unanswered.reason;
    const input = evaluationInput(response, task.options.fullTraceForRubric);
    if (input.ok) return undefined;
    const isDecided = endsInVerdict(task) || log.rulings.length > 0 || agenticTraitsOf(task).length > 0;
    return isDecided ? input.error : noFinalMessage(task, input.error);
  },
  async run({ response }, context) {
    const { task, services } = context;
    const { deepJudgmentRubric: options } = task.options;
    const input = evaluationInput(response, task.options.fullTraceForRubric);
    const answer = input.ok ? input.text : "";
    const { rubric, failures: unresolved, ...resolved } = await resolveTaskRubric(answer, context);
    const judged = await evaluateRubric(judgeFor(context), {
      rubric,
      strategy: task.options.rubricStrategy,
      question: judgedQuestion(task),
      answer,
      referenceAnswer: task.question.rawAnswer,
      textOf: (source) => judgeableText(response, source),
      retrieval: {
        finalMessage: evaluationInput(response, false),
        contexts: response.contexts,
      },
      tools: services.tools,
      callables: services.callables,
      ...(options !== undefined && {
        ...evaluationParts(response, task.options.fullTraceForRubric),
        deep: {
          settingsOf: (trait) => traitDeepJudgment(trait, task.question.id, options),
          strategy: options.strategy,
          search: options.search,
        },
      }),
    });
    const evaluation = { ...judged, failures: [...judged.failures, ...unresolved] };
    return {
      rubric: { evaluation, evaluationInput: answer, ...resolved },
      deepJudgmentRubric: judged.deepJudgment && {
        ...judged.deepJudgment,
        usedFullTrace: task.options.fullTraceForRubric,
      },
      warnings: [
        ...evaluation.warnings,
        ...evaluation.failures.map(({ trait, problem }) => `The trait ${trait} has no value: ${problem}`),
      ],
    };
  },
});
