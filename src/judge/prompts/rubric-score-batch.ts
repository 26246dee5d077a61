import type { LLMRubricTrait } from "../../rubric/index.ts";
import type { Prompt } from "../assemble.ts";
import { criteriaOf, jsonSection, materialSections, type TraitsPromptInput } from "./rubric-material.ts";
import { materialRule, rulesFor, scaleRules, severalTraits } from "./rubric-rules.ts";
import { scaleText } from "./rubric-scale.ts";

/** Decides on several boolean and score traits in one call. */
export function rubricScoreBatchPrompt(input: TraitsPromptInput): Prompt {
  const { traits } = input;
  return {
    system: `You judge several qualities of an answer, its traits.

${rulesFor(input, scaleRules, severalTraits)}

${materialRule}
Reply with the JSON object alone: "scores" holds for each trait, under its name, true or false where its kind is boolean (true: the answer meets the criteria), a whole number of its scale where its kind is score.`,
    user: materialSections(input, jsonSection("traits", traits.map(asked))),
  };
}

function asked(trait: LLMRubricTrait) {
  return {
    name: trait.name,
    kind: trait.kind,
    ...(trait.kind === "score" && { scale: scaleText(trait) }),
    criteria: criteriaOf(trait),
  };
}
