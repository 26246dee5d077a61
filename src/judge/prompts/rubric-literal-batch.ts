import type { Prompt } from "../assemble.ts";
import { criteriaOf, jsonSection, materialSections, type TraitsPromptInput } from "./rubric-material.ts";
import { classRules, materialRule, rulesFor, severalTraits } from "./rubric-rules.ts";

/** Sorts an answer into one class of each of several traits, in one call. */
export function rubricLiteralBatchPrompt(input: TraitsPromptInput): Prompt {
  const { traits } = input;
  const asked = traits.map((trait) => ({
    name: trait.name,
    criteria: criteriaOf(trait),
    classes: trait.classes,
  }));
  return {
    system: `You sort an answer by several traits, each with classes of its own.

${rulesFor(input, classRules, severalTraits)}

${materialRule}
Reply with the JSON object alone: "classifications" holds one entry for each trait, "trait_name" its name and "class_name" the name of one of its own classes.`,
    user: materialSections(input, jsonSection("traits", asked)),
  };
}
