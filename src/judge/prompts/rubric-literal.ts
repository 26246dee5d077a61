import type { Prompt } from "../assemble.ts";
import { criteriaOf, jsonSection, materialSections, type TraitPromptInput } from "./rubric-material.ts";
import { classRules, materialRule, rulesFor } from "./rubric-rules.ts";

/** Sorts an answer into one class of several. */
export function rubricLiteralPrompt(input: TraitPromptInput): Prompt {
  const { trait } = input;
  const asked = { name: trait.name, criteria: criteriaOf(trait), classes: trait.classes };
  return {
    system: `You sort an answer into one of the classes of a trait.

${rulesFor(input, classRules)}

${materialRule}
Reply with the JSON object alone: "classification" is the name of the class.`,
    user: materialSections(input, jsonSection("trait", asked)),
  };
}
