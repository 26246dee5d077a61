import { jsonSection, type Prompt, section } from "../../../prompt/index.ts";
import type { InvestigationMaterial } from "../investigation.ts";
import {
  accessRules,
  type CommandAccess,
  investigationRules,
  investigationSections,
} from "./investigation-material.ts";

/** What an investigator needs to know to fill an answer template. */
interface AgenticTemplateInput {
  readonly material: InvestigationMaterial;
  readonly commands: CommandAccess;
  /** JSON Schema of the form, as text. */
  readonly form: string;
  readonly hints: { readonly [field: string]: string };
  /** Present only when the user asked to show it to the judge. */
  readonly groundTruth?: string | undefined;
  /** Why a first look was not enough; undefined: there was none. */
  readonly screeningNote?: string | undefined;
}

const task = `The section "form" is the JSON Schema of a form to fill in; the description of each field says what to record and in which form.`;
const hinting = `The section "advice" has advice for single fields.`;
const exposing = `The section "expected" has the expected values, only to tell apart readings of unclear material. Never copy them: record what you find.`;
const noting = `The section "earlier_look" says why the other agent's final message alone did not settle the form.`;
const ending = `At the end write a short report of what you saw, field by field, with file and line or command and output as evidence. Close with one JSON object of the form. Where a value cannot be determined write null, never a placeholder such as 0, false or an empty text, and name the field in a list "_unanswered_fields".`;

/** Has an agent find out the values of an answer template. */
export function agenticTemplatePrompt(input: AgenticTemplateInput): Prompt {
  const { material, commands, form, hints, groundTruth, screeningNote } = input;
  const hinted = Object.keys(hints).length > 0;
  return {
    system: [
      "Another agent was given a task. You examine independently what it achieved, and record what you find in a form.",
      `What you have:\n${accessRules(material, commands)}`,
      investigationRules(material),
      [
        task,
        ...(hinted ? [hinting] : []),
        ...(groundTruth === undefined ? [] : [exposing]),
        ...(screeningNote === undefined ? [] : [noting]),
      ].join(" "),
      ending,
    ].join("\n\n"),
    user: investigationSections(
      material,
      section("form", form),
      ...(hinted ? [jsonSection("advice", hints)] : []),
      ...(groundTruth === undefined ? [] : [section("expected", groundTruth)]),
      ...(screeningNote === undefined ? [] : [section("earlier_look", screeningNote)]),
    ),
  };
}
