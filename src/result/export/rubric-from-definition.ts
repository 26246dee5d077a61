import { isJsonObject, type JsonObject, type JsonValue } from "../../base/index.ts";
import { type Rubric, rubricFromTraits, traitFromRecord, traitTypes } from "../../rubric/index.ts";

/**
 * The rubric that a results file shows (`shared_data.rubric_definition`), for reading its scores: scales, classes,
 * direction. Of the Python system's files too. A trait that says something this version cannot judge by is there by its
 * name, with the reason in `unusable`; the code of callable traits is in no results file.
 *
 * @example
 * const set = await VerificationResultSet.fromJson("results.json");
 * summarize(set, { rubrics: [rubricFromDefinition(set.header?.toJSON().rubricDefinition)] });
 */
export function rubricFromDefinition(definition: JsonObject | null | undefined): Rubric {
  const traits = traitTypes.flatMap((type) => {
    const list: JsonValue = definition?.[`${type}_traits`] ?? [];
    return (Array.isArray(list) ? list : []).flatMap((record: JsonValue) =>
      isJsonObject(record) ? (traitFromRecord(type, record) ?? []) : [],
    );
  });
  return rubricFromTraits(traits);
}
