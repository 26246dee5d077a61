import { isJsonObject, type JsonObject, wireCodec, withoutJsonSecrets } from "../../base/index.ts";
import { Rubric } from "../../rubric/index.ts";

const codec = wireCodec(Rubric);

/**
 * Rubrics as results files show them, for reading scores: names on disk, without the fields that are not set, without
 * secrets. The function of a native callable trait is left out; a benchmark file keeps it.
 *
 * @param rubric the benchmark's
 * @param ofQuestions those that single questions have beside it, by question id
 */
export function rubricDefinition(
  rubric: Rubric,
  ofQuestions: ReadonlyMap<string, Rubric> = new Map(),
): JsonObject {
  const own = Array.from(ofQuestions, ([id, more]) => [id, definitionOf(more)] as const);
  return {
    ...definitionOf(rubric),
    ...(own.length > 0 && { [questionRubrics]: Object.fromEntries(own) }),
  };
}

/** Where the rubrics of questions stand in a definition; the Python system looks past it. */
export const questionRubrics = "question_rubrics";

function definitionOf(rubric: Rubric): JsonObject {
  const json: unknown = JSON.parse(
    JSON.stringify(codec.encode(rubric), (key, value) =>
      key === "model_override" ? (withoutJsonSecrets(value ?? null) ?? undefined) : (value ?? undefined),
    ),
  );
  return isJsonObject(json) ? json : {};
}
