import { isJsonObject, type JsonObject, wireCodec, withoutJsonSecrets } from "../../base/index.ts";
import { Rubric } from "../../rubric/index.ts";

const codec = wireCodec(Rubric);

/**
 * A rubric as results files show it, for reading scores: names on disk, without the fields that are not set, without
 * secrets. The function of a native callable trait is left out; a benchmark file keeps it.
 */
export function rubricDefinition(rubric: Rubric): JsonObject {
  const json: unknown = JSON.parse(
    JSON.stringify(codec.encode(rubric), (key, value) =>
      key === "model_override" ? (withoutJsonSecrets(value ?? null) ?? undefined) : (value ?? undefined),
    ),
  );
  return isJsonObject(json) ? json : {};
}
