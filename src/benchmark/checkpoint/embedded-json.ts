import * as z from "zod";
import type { JsonValue } from "../../base/index.ts";
import { plainOf } from "../json/json-tree.ts";
import { parseJson } from "../json/parse-json.ts";
import type { FewShotExample } from "../question/question.ts";

/**
 * The value of a property that holds JSON as text: the parsed object, list or text. Text that is no such JSON is kept
 * as it is, and so is a value that is not text at all; null and blank read as absent.
 */
export function embeddedJson(value: JsonValue | undefined): JsonValue | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value !== "string") return value;
  const reading = parseJson(value);
  if ("fault" in reading) return value;
  const parsed = plainOf(reading.tree);
  if (parsed === null) return undefined;
  return typeof parsed === "object" || typeof parsed === "string" ? parsed : value;
}

const FewShotExamples = z.array(z.object({ question: z.string(), answer: z.string() }));

/** Few-shot examples, as JSON text or as a plain list; undefined when they have another shape. */
export function embeddedExamples(value: JsonValue): readonly FewShotExample[] | undefined {
  const examples = FewShotExamples.safeParse(embeddedJson(value) ?? []);
  return examples.success ? examples.data : undefined;
}
