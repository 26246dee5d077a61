import { type AnswerTemplate, judgeSchema } from "../template/index.ts";
import { askDecisions, type Decision, type DecisionQuestion } from "./decide.ts";
import type { Judge } from "./judge.ts";
import { neededFields } from "./needed-fields.ts";
import { type SufficiencyInput, sufficiencyPrompt } from "./prompts/sufficiency.ts";

/** The question whether an answer holds enough. */
export const sufficiencyQuestion: DecisionQuestion = {
  key: "sufficient",
  reasoningKey: "reasoning",
  description: "True when nothing is missing that the form cannot do without",
};

/** Asks whether an answer holds enough to fill the template; `decision` true: it does. */
export async function judgeSufficiency(
  judge: Judge,
  input: { readonly question: string; readonly answer: string; readonly template: AnswerTemplate },
): Promise<Decision> {
  const { sufficiency } = await askDecisions(judge, {
    prompt: sufficiencyPrompt({ ...input, ...neededForm(input.template) }),
    name: "sufficient",
    questions: { sufficiency: sufficiencyQuestion },
    instructions: judge.prompts.sufficiencyDetection,
  });
  return sufficiency;
}

/** What the judge of sufficiency reads about a template: its judge schema, with what cannot be left open as `required`. */
export function neededForm(template: AnswerTemplate): Pick<SufficiencyInput, "form" | "choices"> {
  const { fields, choices } = neededFields(template);
  return { form: JSON.stringify({ ...judgeSchema(template), required: fields }, null, 2), choices };
}
