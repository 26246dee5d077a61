import type { Prompt } from "../assemble.ts";
import { criteriaOf, jsonSection, materialSections, type TraitPromptInput } from "./rubric-material.ts";
import { materialRule, rulesFor } from "./rubric-rules.ts";

/** Decides whether an answer has one quality. */
export function rubricBooleanPrompt(input: TraitPromptInput): Prompt {
  const { trait } = input;
  return {
    system: `You decide whether an answer has one quality, a trait.

${rulesFor(input)}

${materialRule}
Reply with the JSON object alone: "result" is true when the answer meets the criteria of the trait, false when it does not.`,
    user: materialSections(input, jsonSection("trait", { name: trait.name, criteria: criteriaOf(trait) })),
  };
}
