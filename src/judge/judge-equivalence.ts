import type { Decision } from "./decide.ts";
import { askDecision } from "./decide.ts";
import type { Judge } from "./judge.ts";
import type { EquivalenceInput } from "./prompts/equivalence.ts";
import { equivalencePrompt } from "./prompts/equivalence.ts";

/** Asks whether the extracted values mean the same as the expected ones; `decision` true: they do. */
export function judgeEquivalence(judge: Judge, input: EquivalenceInput): Promise<Decision> {
  return askDecision(judge, {
    prompt: equivalencePrompt(input),
    key: "equivalent",
    description: "True when both mean the same",
  });
}
