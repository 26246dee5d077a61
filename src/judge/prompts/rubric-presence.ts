import { allTraits, conceptOf, type DynamicRubric } from "../../rubric/index.ts";
import type { Prompt } from "../assemble.ts";
import { section } from "../section.ts";
import { jsonSection } from "./rubric-material.ts";
import { materialRule } from "./rubric-rules.ts";

const rules = `You decide which concepts an answer engages with. It does not matter whether it does so well.

Rules:
- A concept is present when the answer engages with any aspect of it in substance: states, explains, recommends, weighs or applies something about it. Other words for the same thing count.
- A passing mention is not enough, nor is a word that happens to be the same.
- When you are not sure, the concept is present.
- Decide on each concept by itself, and on every one. Write the name of its trait exactly as it stands.

${materialRule}
Reply with the JSON object alone: "results" holds one entry for each concept, "trait_name" the name of its trait and "present" true or false.`;

/** Decides which traits of a dynamic rubric apply to an answer. */
export function rubricPresencePrompt(input: {
  readonly rubric: DynamicRubric;
  readonly answer: string;
}): Prompt {
  const concepts = allTraits(input.rubric).map((trait) => ({
    trait_name: trait.name,
    concept: conceptOf(trait) ?? trait.name,
  }));
  return {
    system: rules,
    user: `${section("answer", input.answer)}\n\n${jsonSection("concepts", concepts)}`,
  };
}
