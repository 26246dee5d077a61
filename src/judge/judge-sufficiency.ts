import type { AnswerTemplate } from "../template/index.ts";
import { judgeSchema } from "../template/index.ts";
import type { Decision, DecisionQuestion } from "./decide.ts";
import { askDecisions } from "./decide.ts";
import type { Judge } from "./judge.ts";
import { sufficiencyPrompt } from "./prompts/sufficiency.ts";

/** The question whether an answer holds enough. */
export const sufficiencyQuestion: DecisionQuestion = {
  key: "sufficient",
  reasoningKey: "reasoning",
  description: "True when every required field of the form can be filled from the answer",
};

/** Asks whether an answer holds enough to fill the template; `decision` true: it does. */
export async function judgeSufficiency(
  judge: Judge,
  input: { readonly question: string; readonly answer: string; readonly template: AnswerTemplate },
): Promise<Decision> {
  const { sufficiency } = await askDecisions(judge, {
    prompt: sufficiencyPrompt({ ...input, form: formText(input.template) }),
    name: "sufficient",
    questions: { sufficiency: sufficiencyQuestion },
    instructions: judge.prompts.sufficiencyDetection,
  });
  return sufficiency;
}

/** The template as a form: its judge schema, in which fields with a default are not required. */
export function formText(template: AnswerTemplate): string {
  const schema = judgeSchema(template);
  const optional = new Set(template.fields.filter((field) => !field.required).map((field) => field.name));
  const required = (schema.required ?? []).filter((name) => !optional.has(name));
  return JSON.stringify({ ...schema, required }, null, 2);
}
