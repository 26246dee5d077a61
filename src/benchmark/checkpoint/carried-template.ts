import { isJsonObject, type JsonObject, type JsonValue } from "../../base/index.ts";
import type { BenchmarkContent } from "../benchmark-content.ts";
import type { Question } from "../question/question.ts";
import { writtenTemplate } from "../question/question-template.ts";

/** The key of custom metadata under which a file for the Python system carries a template that is not written in Python. */
export const carriedTemplateKey = "karenina_template";

/**
 * The content as the Python system opens it: that reads templates in Python only, so another one travels in the
 * question's custom metadata, with the usual placeholder in its place. Reading such a file gives the template back.
 */
export function contentForPython(content: BenchmarkContent): BenchmarkContent {
  return { ...content, questions: content.questions.map(questionForPython) };
}

function questionForPython(question: Question): Question {
  if (question.template === undefined) return question;
  const { language, text } = writtenTemplate(question.template);
  if (language === "Python") return question;
  const customMetadata = { ...question.customMetadata, [carriedTemplateKey]: { language, text } };
  return { ...question, template: undefined, customMetadata };
}

/** The template in a question's custom metadata, and the metadata without it. */
export function carriedTemplate(customMetadata: JsonObject): {
  readonly carried: { readonly language: string; readonly text: string } | undefined;
  readonly others: JsonObject;
} {
  const { [carriedTemplateKey]: found, ...others } = customMetadata;
  return { carried: isTemplate(found) ? found : undefined, others: Object.freeze(others) };
}

function isTemplate(
  value: JsonValue | undefined,
): value is { readonly language: string; readonly text: string } {
  return isJsonObject(value) && typeof value.language === "string" && typeof value.text === "string";
}
