import { type DynamicRubric, isEmptyRubric, presenceForm, presencePrompt } from "../../rubric/index.ts";
import { askForm } from "../asking/ask-form.ts";
import type { Judge } from "../judge.ts";

/**
 * Asks in one call which traits of a dynamic rubric an answer touches, at temperature 0, and gives their names. A trait
 * the reply leaves out is not there. Throws `ReplyError` or `TransportError` when there is no usable reply: that says
 * nothing about any trait.
 */
export async function detectPresence(
  judge: Judge,
  input: { readonly rubric: DynamicRubric; readonly answer: string },
): Promise<ReadonlySet<string>> {
  if (isEmptyRubric(input.rubric)) return new Set();
  return await askForm(judge, presencePrompt(input), presenceForm(input.rubric), { temperature: 0 });
}
