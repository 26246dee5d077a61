import type { Decision } from "./decide.ts";
import { askDecision } from "./decide.ts";
import type { Judge } from "./judge.ts";
import { abstentionPrompt } from "./prompts/abstention.ts";

/** Asks whether the model refused to answer; `decision` true: it did. */
export function detectAbstention(
  judge: Judge,
  input: { readonly question: string; readonly answer: string },
): Promise<Decision> {
  return askDecision(judge, {
    prompt: abstentionPrompt(input),
    key: "abstention_detected",
    description: "True when the answer refuses or avoids to answer the question",
    instructions: judge.prompts.abstentionDetection,
  });
}
