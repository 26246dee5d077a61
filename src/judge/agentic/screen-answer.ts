import { isJsonObject, type JsonSchema, type JsonValue, messageOf, ReplyError } from "../../base/index.ts";
import { type Accepted, closedObject, type JudgeForm } from "../../rubric/index.ts";
import { type Answer, extractionHints } from "../../template/index.ts";
import { askForm } from "../asking/ask-form.ts";
import type { Judge } from "../judge.ts";
import { type FillTemplateRequest, templateForm } from "../template/fill-template.ts";
import { agenticScreeningPrompt } from "./prompts/agentic-screening.ts";

/** Whether the final message was enough to fill the template. */
export type Screening =
  | { readonly decision: "direct"; readonly answer: Answer; readonly reasoning: string }
  | {
      readonly decision: "escalated";
      /** Why the message was not enough; null: the judge could not say. */
      readonly reasoning: string | null;
      /** The judge's reply could not be read. */
      readonly malformed: boolean;
      readonly warnings: readonly string[];
    };

/** Asks in one call whether an agent's final message settles the template's values. Rejects only when cancelled. */
export async function screenAnswer(judge: Judge, request: FillTemplateRequest): Promise<Screening> {
  const { template, question, groundTruth } = request;
  const filling = templateForm(request);
  const prompt = agenticScreeningPrompt({
    question,
    answer: request.answer,
    hints: request.withHints ? extractionHints(template) : {},
    groundTruth,
  });
  const form: JudgeForm<Decided> = {
    name: "screening",
    schema: screeningSchema(filling.schema),
    accept: (value) => accepted(value, filling.accept),
  };
  try {
    const { sufficient, reasoning, answer } = await askForm(judge, prompt, form, {
      instructions: "agenticParsing",
      temperature: 0,
    });
    return sufficient && answer !== null
      ? { decision: "direct", answer, reasoning }
      : { decision: "escalated", reasoning, malformed: false, warnings: [] };
  } catch (error) {
    if (judge.signal.aborted) throw error;
    return {
      decision: "escalated",
      reasoning: null,
      malformed: ReplyError.isInstance(error),
      warnings: [`The final message could not be screened: ${messageOf(error)}`],
    };
  }
}

interface Decided {
  readonly sufficient: boolean;
  readonly reasoning: string;
  readonly answer: Answer | null;
}

function screeningSchema(form: JsonSchema): JsonSchema {
  return closedObject({
    reasoning: { type: "string", description: "The reasons, before the decision" },
    sufficient: { type: "boolean", description: "True when the message settles every field" },
    answer: { anyOf: [form, { type: "null" }] },
  });
}

function accepted(value: JsonValue, read: (value: JsonValue) => Accepted<Answer>): Accepted<Decided> {
  if (!isJsonObject(value))
    return { ok: false, problems: [`expected a JSON object, found ${JSON.stringify(value)}`] };
  const reasoning = typeof value.reasoning === "string" ? value.reasoning : "";
  if (typeof value.sufficient !== "boolean")
    return { ok: false, problems: ["sufficient: expected true or false"] };
  if (!value.sufficient) return { ok: true, value: { sufficient: false, reasoning, answer: null } };
  const filled = read(value.answer ?? null);
  return filled.ok
    ? { ok: true, value: { sufficient: true, reasoning, answer: filled.value } }
    : { ok: false, problems: filled.problems.map((problem) => `answer: ${problem}`) };
}
