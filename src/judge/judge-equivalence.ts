import { askDecisions, type Decision } from "./decide.ts";
import type { Judge } from "./judge.ts";
import { type EquivalenceInput, equivalencePrompt } from "./prompts/equivalence.ts";

/** Asks whether the extracted values mean the same as the expected ones; `decision` true: they do. */
export async function judgeEquivalence(judge: Judge, input: EquivalenceInput): Promise<Decision> {
  const { equivalence } = await askDecisions(judge, {
    prompt: equivalencePrompt(input),
    name: "equivalent",
    questions: {
      equivalence: {
        key: "equivalent",
        reasoningKey: "reasoning",
        description: "True when both mean the same",
      },
    },
  });
  return equivalence;
}
