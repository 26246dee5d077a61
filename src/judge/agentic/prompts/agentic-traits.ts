import { jsonSection, type Prompt } from "../../../prompt/index.ts";
import { type AgenticRubricTrait, valueTypeOf } from "../../../rubric/index.ts";
import type { InvestigationMaterial } from "../investigation.ts";
import {
  accessRules,
  type CommandAccess,
  investigationRules,
  investigationSections,
} from "./investigation-material.ts";

/** What an investigator needs to know about the qualities it is to examine. */
interface AgenticTraitsInput {
  readonly traits: readonly AgenticRubricTrait[];
  readonly material: InvestigationMaterial;
  readonly commands: CommandAccess;
}

/** Has an agent find out what one or several qualities of another agent's work are like. */
export function agenticTraitsPrompt({ traits, material, commands }: AgenticTraitsInput): Prompt {
  const asked = traits.map((trait) => {
    const { known, investigated = known } = valueTypeOf(trait).texts;
    return { name: trait.name, "what to find out": trait.description, ...investigated(trait) };
  });
  const forms = traits.some((trait) => valueTypeOf(trait).replyKey === undefined);
  return {
    system: [
      `Another agent was given a task. You examine ${traits.length === 1 ? "one quality, a trait," : "several qualities, traits,"} of what it did. Someone else decides by your report.`,
      `What you have:\n${accessRules(material, commands)}`,
      investigationRules(material),
      `At the end write a report: for each trait what you found, for and against, with file and line or command and output as evidence, and what it amounts to. Say plainly what you could not find out.${
        forms && traits.length === 1
          ? " Close with one JSON object of the trait's form; where a value cannot be determined write null."
          : ""
      }`,
    ].join("\n\n"),
    user: investigationSections(material, jsonSection("traits", asked)),
  };
}
