import type { InvestigationMaterial } from "../agentic/investigation.ts";
import type { Prompt } from "../assemble.ts";
import { section } from "../section.ts";
import {
  accessRules,
  type InvestigatorTools,
  investigationRules,
  investigationSections,
} from "./investigation-material.ts";

/** What an investigator needs to know to fill an answer template. */
export interface AgenticTemplateInput {
  readonly material: InvestigationMaterial;
  readonly tools: InvestigatorTools;
  /** JSON Schema of the form. */
  readonly form: string;
  readonly hints: { readonly [field: string]: string };
  /** Present only when the user asked to show it to the judge. */
  readonly groundTruth?: string | undefined;
  /** Why a first look was not enough; undefined: there was none. */
  readonly screeningNote?: string | undefined;
}

/** Has an agent find out the values of an answer template. */
export function agenticTemplatePrompt(input: AgenticTemplateInput): Prompt {
  const advice = Object.entries(input.hints).map(([field, hint]) => `- ${field}: ${hint}`);
  const truth =
    input.groundTruth === undefined
      ? []
      : [
          `The expected values are given below, only to tell apart readings of unclear material. Never copy them: record what you find.\n${section("expected", input.groundTruth)}`,
        ];
  return {
    system: [
      "Another agent was given a task. You examine independently what it achieved, and record what you find in a form.",
      `What you have:\n${accessRules(input.tools, input.material)}`,
      investigationRules,
      `The form, as a JSON Schema; the description of each field says what to record:\n${section("form", input.form)}`,
      ...(advice.length === 0 ? [] : [`Advice for single fields:\n${advice.join("\n")}`]),
      ...truth,
      'At the end write a short report of what you saw, field by field, with file and line or command and output as evidence. Close with one JSON object of the form. Where a value cannot be determined write null, never a placeholder such as 0, false or an empty text, and name the field in a list "_unanswered_fields".',
    ].join("\n\n"),
    user: investigationSections(
      input.material,
      ...(input.screeningNote === undefined ? [] : [section("earlier_look", input.screeningNote)]),
    ),
  };
}
