import type { AnswerTemplate } from "../template/index.ts";
import { askDecisions, type Decision } from "./decide.ts";
import { abstentionQuestion } from "./detect-abstention.ts";
import type { Judge } from "./judge.ts";
import { neededForm, sufficiencyQuestion } from "./judge-sufficiency.ts";
import { answerChecksPrompt } from "./prompts/answer-checks.ts";

/** Asks in one call whether the model refused to answer and whether its answer holds enough to fill the template. */
export function checkAnswer(
  judge: Judge,
  input: { readonly question: string; readonly answer: string; readonly template: AnswerTemplate },
): Promise<{ readonly abstention: Decision; readonly sufficiency: Decision }> {
  const { abstentionDetection, sufficiencyDetection } = judge.prompts;
  return askDecisions(judge, {
    prompt: answerChecksPrompt({ ...input, ...neededForm(input.template) }),
    name: "answer_checks",
    questions: {
      abstention: { ...abstentionQuestion, reasoningKey: "abstention_reasoning" },
      sufficiency: { ...sufficiencyQuestion, reasoningKey: "sufficiency_reasoning" },
    },
    instructions: [abstentionDetection, sufficiencyDetection].filter((text) => text?.trim()).join("\n\n"),
  });
}
