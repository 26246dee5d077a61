import type { MetricRubricTrait } from "../../rubric/index.ts";
import type { Prompt } from "../assemble.ts";
import { jsonSection, materialSections } from "./rubric-material.ts";
import { materialRule } from "./rubric-rules.ts";

/** What a judge reads to find what a metric trait counts. */
export interface MetricPromptInput {
  readonly question: string;
  readonly answer: string;
  readonly trait: MetricRubricTrait;
}

const listRules = `- A quote is short: the words that matter, as the answer has them. An instruction stands as it is given.
- Other wording, synonyms, close variants, parts of a longer expression and other capital letters count as the same.
- Nothing stands twice in a list, and a list may be empty.
- Go by what can be seen in the answer. When you are not sure whether something belongs in a list, put it there.`;

const modes: { readonly [Mode in MetricRubricTrait["evaluationMode"]]: string } = {
  tp_only: `The trait says what the answer should hold ("should_hold", one instruction each). Sort what you find into three lists:
- "tp": for what the answer holds as an instruction asks, the quote from the answer.
- "fn": for each instruction the answer does not meet, that instruction.
- "fp": what the answer offers as if it met an instruction, of the same sort as what is asked for, but which does not meet it: the quote from the answer. Introductions, explanations and other filling are no such thing.`,
  full_matrix: `The trait says what the answer should hold ("should_hold") and what it should not hold ("should_not_hold"), one instruction each. Sort what you find into four lists:
- "tp": for what the answer holds as an instruction of should_hold asks, the quote from the answer.
- "fn": for each instruction of should_hold the answer does not meet, that instruction.
- "fp": for what the answer holds though an instruction of should_not_hold names it, the quote from the answer.
- "tn": for each instruction of should_not_hold the answer keeps free of, that instruction.`,
};

/** Finds true and false positives and negatives. */
export function rubricMetricPrompt(input: MetricPromptInput): Prompt {
  const { trait } = input;
  const about = trait.description || trait.summary;
  const asked = {
    name: trait.name,
    ...(about && { about }),
    should_hold: trait.tpInstructions,
    ...(trait.evaluationMode === "full_matrix" && { should_not_hold: trait.tnInstructions }),
  };
  return {
    system: `You compare an answer with instructions about its content and record what you find.

${modes[trait.evaluationMode]}

Rules:
${listRules}

${materialRule}
Reply with the JSON object alone, with every list.`,
    user: materialSections(input, jsonSection("trait", asked)),
  };
}
