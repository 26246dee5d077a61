import { isJsonObject, type JsonObject, type JsonValue, KareninaError, ownEntry } from "../../base/index.ts";
import { attachmentName } from "../question/conversation.ts";
import type { Question } from "../question/question.ts";
import { templateIdOf, writtenTemplate } from "../question/question-template.ts";

type FieldReader = (question: Question) => JsonValue | undefined;

const readers: ReadonlyMap<string, FieldReader> = new Map<string, FieldReader>([
  ["id", ({ id }) => id],
  ["question", ({ question }) => question],
  ["rawAnswer", ({ rawAnswer }) => rawAnswer],
  ["template", ({ template }) => template && writtenTemplate(template).text],
  ["templateId", templateIdOf],
  ["keywords", ({ keywords }) => keywords],
  [
    "fewShotExamples",
    ({ fewShotExamples }) => fewShotExamples.map((example): JsonObject => ({ ...example })),
  ],
  ["answerNotes", ({ answerNotes }) => answerNotes],
  ["author", ({ author }) => author],
  ["sources", ({ sources }) => sources],
  ["customMetadata", ({ customMetadata }) => customMetadata],
  ["messages", ({ messages }) => messages],
  ["systemPrompt", ({ systemPrompt }) => systemPrompt],
  ["attachments", ({ attachments }) => attachments?.map(attachmentName)],
  ["workspacePath", ({ workspacePath }) => workspacePath],
  ["finished", ({ finished }) => finished],
  ["dateCreated", ({ dateCreated }) => dateCreated],
  ["dateModified", ({ dateModified }) => dateModified],
]);

/**
 * Reads a field of questions by a dotted path, such as `author.name` or `customMetadata.area`; undefined where a
 * question has none. Throws `invalid_input` for a path that begins with no field of a question.
 */
export function questionField(path: string): (question: Question) => JsonValue | undefined {
  const [field = "", ...steps] = path.split(".");
  const read = readers.get(field);
  if (read === undefined) {
    throw new KareninaError(
      "invalid_input",
      `Expected a path that begins with a field of a question, found "${path}".`,
      {
        hint: `Fields are ${[...readers.keys()].join(", ")}.`,
      },
    );
  }
  return (question) => steps.reduce<JsonValue | undefined>(memberOf, read(question));
}

function memberOf(value: JsonValue | undefined, step: string): JsonValue | undefined {
  if (Array.isArray(value)) return value[Number(step)];
  return isJsonObject(value) ? ownEntry(value, step) : undefined;
}

/** A field as text to search in: text as it is, nothing for null, JSON for the rest. */
export function fieldText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
