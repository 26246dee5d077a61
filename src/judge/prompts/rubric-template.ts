import type { Prompt } from "../assemble.ts";
import { criteriaOf, jsonSection, materialSections, type TraitPromptInput } from "./rubric-material.ts";
import { materialRule, rulesFor } from "./rubric-rules.ts";

const fieldRules = `- Fill in every field of the form. Its description says what to record and in which form.
- Where the answer holds no evidence for a field, record its most cautious value: null where null is allowed, else false, an empty text, an empty list or the smallest number allowed. Never guess.`;

/** Fills the fields of a trait from an answer. */
export function rubricTemplatePrompt(input: TraitPromptInput): Prompt {
  const { trait } = input;
  return {
    system: `You examine one quality of an answer, a trait, and record what you find in the fields of a form.

${rulesFor(input, fieldRules)}

${materialRule}
Reply with the JSON object alone: the filled form.`,
    user: materialSections(input, jsonSection("trait", { name: trait.name, criteria: criteriaOf(trait) })),
  };
}
