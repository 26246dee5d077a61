import { isJsonObject, type JsonValue, sha256 } from "../../base/index.ts";
import type { BenchmarkContent } from "../benchmark-content.ts";
import { templateIdOf } from "../question/question-template.ts";
import { canonicalJson } from "../same-json.ts";
import type { StoredRubric } from "../stored-rubric.ts";

/**
 * SHA-256 over what decides a verification's outcome: questions, reference answers, templates by their source, rubrics,
 * few-shot examples, workspaces, scenarios. Independent of dates, of the order of questions and of the order of keys;
 * the order of a literal trait's classes counts, because it is their score.
 */
export function benchmarkFingerprint(
  content: Pick<BenchmarkContent, "questions" | "globalRubric" | "scenarios">,
): string {
  const questions = content.questions.map((question): readonly [string, JsonValue] => [
    question.id,
    {
      question: question.question,
      rawAnswer: question.rawAnswer,
      templateId: templateIdOf(question),
      rubric: traits(question.rubric),
      fewShotExamples: question.fewShotExamples.map((example): JsonValue => ({ ...example })),
      workspacePath: question.workspacePath ?? null,
    },
  ]);
  return sha256(
    canonicalJson({
      questions: Object.fromEntries(questions),
      globalRubric: traits(content.globalRubric),
      scenarios: content.scenarios,
    }),
  );
}

function traits({ nodes }: StoredRubric): JsonValue {
  return nodes.map(withOrderedClasses);
}

function withOrderedClasses(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withOrderedClasses);
  if (!isJsonObject(value)) return value;
  if (value.name === "classes" && isJsonObject(value.value))
    return { ...value, value: Object.entries(value.value) };
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withOrderedClasses(member)]));
}
