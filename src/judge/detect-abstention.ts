import { askDecisions, type Decision, type DecisionQuestion } from "./decide.ts";
import type { Judge } from "./judge.ts";
import { abstentionPrompt } from "./prompts/abstention.ts";

/** The question whether an answer abstained. */
export const abstentionQuestion: DecisionQuestion = {
  key: "abstention_detected",
  reasoningKey: "reasoning",
  description: "True when the answer refuses or avoids to answer the question",
};

/** Asks whether the model refused to answer; `decision` true: it did. */
export async function detectAbstention(
  judge: Judge,
  input: { readonly question: string; readonly answer: string },
): Promise<Decision> {
  const { abstention } = await askDecisions(judge, {
    prompt: abstentionPrompt(input),
    name: "abstention_detected",
    questions: { abstention: abstentionQuestion },
    instructions: judge.prompts.abstentionDetection,
  });
  return abstention;
}
