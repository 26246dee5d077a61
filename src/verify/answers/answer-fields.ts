import * as z from "zod";
import { fieldPath, type JsonPath } from "../../models/told/index.ts";

/** Where a row of a file has what is judged. Each is the name of a field, or a path such as `request.messages[0].content`. */
export interface AnswerFields {
  /** The answer: a text, or the list of messages of a trace. Default `answer`. */
  readonly answer?: string | undefined;
  /** The text of the question. Default `question`. */
  readonly question?: string | undefined;
  /** The id of the question in the benchmark. Default `question_id`. */
  readonly id?: string | undefined;
  /** The name of what answered. Default `model`. */
  readonly model?: string | undefined;
  /** What was looked up for the answer: a list of texts, or of objects with `text`, `source`, `id` and `score`. Default `contexts`. */
  readonly contexts?: string | undefined;
  /** What the answer took: an object with `input_tokens` and `output_tokens`, or other usual names of them. Default `usage`. */
  readonly usage?: string | undefined;
  /** What it cost, in US dollars. Default `cost_usd`, also in `usage`. */
  readonly cost?: string | undefined;
}

const field = z.string().min(1).optional();

/** Fields as somebody has named them. */
export const AnswerFieldsShape = z.strictObject({
  answer: field,
  question: field,
  id: field,
  model: field,
  contexts: field,
  usage: field,
  cost: field,
} satisfies { [Name in keyof Required<AnswerFields>]: z.ZodType });

/** The fields of a row that nobody has named. */
export const usualFields = {
  answer: "answer",
  question: "question",
  id: "question_id",
  model: "model",
  contexts: "contexts",
  usage: "usage",
  cost: "cost_usd",
} as const satisfies Required<AnswerFields>;

/** Where rows have each of them. */
export type FieldPaths = { readonly [Name in keyof AnswerFields]-?: JsonPath };

export function fieldPaths(fields: AnswerFields): FieldPaths {
  const path = (name: keyof AnswerFields) => fieldPath(fields[name] ?? usualFields[name]);
  return {
    ...{ answer: path("answer"), question: path("question"), id: path("id"), model: path("model") },
    ...{ contexts: path("contexts"), usage: path("usage"), cost: path("cost") },
  };
}
