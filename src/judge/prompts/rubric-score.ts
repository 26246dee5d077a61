import type { Prompt } from "../assemble.ts";
import { criteriaOf, jsonSection, materialSections, type TraitPromptInput } from "./rubric-material.ts";
import { materialRule, rulesFor, scaleRules } from "./rubric-rules.ts";
import { scaleText } from "./rubric-scale.ts";

/** Rates one quality of an answer on a scale. */
export function rubricScorePrompt(input: TraitPromptInput): Prompt {
  const { trait } = input;
  const asked = { name: trait.name, scale: scaleText(trait), criteria: criteriaOf(trait) };
  return {
    system: `You rate one quality of an answer, a trait, on a scale.

${rulesFor(input, scaleRules)}

${materialRule}
Reply with the JSON object alone: "score" is a whole number of the scale.`,
    user: materialSections(input, jsonSection("trait", asked)),
  };
}
