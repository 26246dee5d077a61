import { isJsonObject, type JsonObject, wireCodec } from "../../base/index.ts";
import { Rubric } from "../../rubric/index.ts";

const codec = wireCodec(Rubric);

/**
 * A rubric as results files show it, for reading scores: names on disk, without the fields that are not set. The function
 * of a native callable trait is left out; a benchmark file keeps it.
 */
export function rubricDefinition(rubric: Rubric): JsonObject {
  const json: unknown = JSON.parse(JSON.stringify(codec.encode(rubric), (_key, value) => value ?? undefined));
  return isJsonObject(json) ? json : {};
}
