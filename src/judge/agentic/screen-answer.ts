import { isJsonObject, type JsonSchema, type JsonValue, messageOf, ReplyError } from "../../base/index.ts";
import type { Accepted } from "../../ports/index.ts";
import { assemblePrompt } from "../../prompt/index.ts";
import { type Answer, acceptAnswer, extractionHints, judgeSchema } from "../../template/index.ts";
import type { Judge } from "../judge.ts";
import type { FillTemplateRequest } from "../template/fill-template.ts";
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
  const { template, tools } = request;
  const hints = request.withHints ? extractionHints(template) : {};
  try {
    const { sufficient, reasoning, answer } = await judge.parser.parse<Decided>({
      messages: assemblePrompt(
        agenticScreeningPrompt({
          question: request.question,
          answer: request.answer,
          hints,
          groundTruth: request.groundTruth,
        }),
        { systemPrompt: judge.systemPrompt, instructions: judge.prompts.agenticParsing },
      ),
      name: "screening",
      schema: screeningSchema(judgeSchema(template)),
      accept: (value) => accepted(value, (filled) => acceptAnswer(template, filled, tools)),
      temperature: 0,
      signal: judge.signal,
      timeoutMs: judge.timeoutMs,
      observer: judge.observer,
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
  return {
    type: "object",
    properties: {
      reasoning: { type: "string", description: "The reasons, before the decision" },
      sufficient: { type: "boolean", description: "True when the message settles every field" },
      answer: { anyOf: [form, { type: "null" }] },
    },
    required: ["reasoning", "sufficient", "answer"],
    additionalProperties: false,
  };
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
