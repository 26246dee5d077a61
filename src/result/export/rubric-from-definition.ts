import { isJsonObject, type JsonObject, jsonObjectsIn } from "../../base/index.ts";
import { type Rubric, rubricFromTraits, traitFromRecord, traitTypes } from "../../rubric/index.ts";
import { questionRubrics } from "./rubric-definition.ts";

/**
 * The rubrics that a results file shows (`shared_data.rubric_definition`), for reading its scores: scales, classes,
 * direction. Those of single questions are in it too, so that a name may stand in it with several meanings. Of the Python
 * system's files too. A trait that says something this version cannot judge by is there by its
 * name, with the reason in `unusable`; the code of callable traits is in no results file.
 *
 * @example
 * const set = await VerificationResultSet.fromJson("results.json");
 * await summarize(set, { rubrics: [rubricFromDefinition(set.header?.toJSON().rubricDefinition)] });
 */
export function rubricFromDefinition(definition: JsonObject | null | undefined): Rubric {
  const ofQuestions = definition?.[questionRubrics];
  const own = isJsonObject(ofQuestions) ? Object.values(ofQuestions).filter(isJsonObject) : [];
  // questions often have the same traits
  const records = new Map(
    [definition ?? {}, ...own].flatMap((rubric) =>
      traitTypes.flatMap((type) =>
        jsonObjectsIn(rubric[`${type}_traits`]).map(
          (record) => [JSON.stringify([type, record]), [type, record]] as const,
        ),
      ),
    ),
  );
  return rubricFromTraits(
    [...records.values()].flatMap(([type, record]) => traitFromRecord(type, record) ?? []),
  );
}
