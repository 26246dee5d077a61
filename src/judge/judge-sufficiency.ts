import type { AnswerTemplate } from "../template/index.ts";
import { judgeSchema } from "../template/index.ts";
import type { Decision } from "./decide.ts";
import { askDecision } from "./decide.ts";
import type { Judge } from "./judge.ts";
import { sufficiencyPrompt } from "./prompts/sufficiency.ts";

/** Asks whether an answer holds enough to fill the template; `decision` true: it does. */
export function judgeSufficiency(
  judge: Judge,
  input: { readonly question: string; readonly answer: string; readonly template: AnswerTemplate },
): Promise<Decision> {
  return askDecision(judge, {
    prompt: sufficiencyPrompt({ ...input, form: formText(input.template) }),
    key: "sufficient",
    description: "True when every required field of the form can be filled from the answer",
    instructions: judge.prompts.sufficiencyDetection,
  });
}

function formText(template: AnswerTemplate): string {
  const schema = judgeSchema(template);
  const optional = new Set(template.fields.filter((field) => !field.required).map((field) => field.name));
  const required = (schema.required ?? []).filter((name) => !optional.has(name));
  return JSON.stringify({ ...schema, required }, null, 2);
}
