import { isJsonObject, type JsonObject, type JsonValue, recordFrom, sha256 } from "../../base/index.ts";
import { isEmptyRubric, type RatingScope, ratingsFromTraits } from "../../rubric/index.ts";
import type { BenchmarkContent } from "../benchmark-content.ts";
import { heldNode } from "../checkpoint/scenario/held-node.ts";
import { type Conversation, conversationJson } from "../question/conversation.ts";
import { templateIdOf } from "../question/question-template.ts";
import { globalRubrics, type Rubrics } from "../rubrics/rubrics.ts";
import { canonicalJson } from "../same-json.ts";

/**
 * SHA-256 over what decides a verification's outcome: questions, reference answers, templates by their source, rubrics
 * by what they say, few-shot examples, what stands around questions (attachments by their paths), workspaces, scenarios. Independent of dates, of the order of questions, of the
 * order of keys, and of how a file spells a trait; the order of a literal trait's classes counts, because it is their
 * score.
 */
export function benchmarkFingerprint(
  content: Pick<BenchmarkContent, "questions" | "globalRubric" | "globalDynamicRubric" | "scenarios">,
): string {
  const questions = content.questions.map((question): readonly [string, JsonValue] => [
    question.id,
    {
      ...conversationOf(question),
      question: question.question,
      rawAnswer: question.rawAnswer,
      templateId: templateIdOf(question),
      rubric: traitsJson(question, "question"),
      fewShotExamples: question.fewShotExamples.map((example): JsonValue => ({ ...example })),
      workspacePath: question.workspacePath ?? null,
    },
  ]);
  return sha256(
    canonicalJson({
      questions: recordFrom(questions),
      globalRubric: traitsJson(globalRubrics(content), "global"),
      scenarios: content.scenarios.map(heldNode).map(undated),
    }),
  );
}

/** Nothing for a question that is its text alone: fingerprints of before stay. */
function conversationOf(question: Conversation): JsonObject {
  const conversation = conversationJson(question);
  return conversation === null ? {} : { conversation };
}

const dates: readonly string[] = ["date_created", "date_modified"];

/** A scenario's node without the dates of its questions. */
function undated(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(undated);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([key]) => !dates.includes(key));
  return recordFrom(entries.map(([key, member]) => [key, undated(member)]));
}

/** The traits as a new file would hold them. */
export function traitsJson({ rubric, dynamicRubric }: Rubrics, scope: RatingScope): JsonValue {
  // most questions have none
  if (isEmptyRubric(rubric) && isEmptyRubric(dynamicRubric)) return [];
  return ratingsFromTraits({ rubric, dynamicRubric }, scope).map(withOrderedClasses);
}

function withOrderedClasses(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withOrderedClasses);
  if (!isJsonObject(value)) return value;
  if (value.name === "classes" && isJsonObject(value.value))
    return { ...value, value: Object.entries(value.value) };
  return recordFrom(Object.entries(value).map(([key, member]) => [key, withOrderedClasses(member)]));
}
