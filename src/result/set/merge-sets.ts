import { isDeepStrictEqual } from "node:util";
import { FromFile, isJsonObject, type JsonObject, KareninaError, recordFrom } from "../../base/index.ts";
import type { HeadedResults, SetHeader } from "../export/set-header.ts";
import { joinSources, type ResultSource } from "./result-source.ts";

/**
 * The results of several sources, each result id once.
 *
 * @throws KareninaError `invalid_input` for two results of one id that are not the same.
 */
export function mergeSources(sources: readonly ResultSource[]): ResultSource {
  const joined = joinSources(sources);
  const places = new Map<string, number>();
  let at = 0;
  for (const result of joined) {
    const { resultId, questionId } = result.metadata;
    const place = places.get(resultId);
    if (place === undefined) places.set(resultId, at);
    else if (!isDeepStrictEqual(joined.at(place), result))
      throw new KareninaError(
        "invalid_input",
        `Two results have the id ${resultId} (question ${questionId}) and are not the same.`,
        { hint: "Leave one of them out with `filter` before you merge." },
      );
    at++;
  }
  return places.size === at ? joined : joined.pick([...places.values()]);
}

/** What several headers say together: what only one says, or all say alike; of rubrics all traits. */
export function mergeHeaders(sets: readonly HeadedResults[]): FromFile<SetHeader> | null {
  const said = sets.flatMap(({ header }) => header?.toJSON() ?? []);
  if (said.length === 0) return null;
  const alike = (key: "benchmark" | "verificationConfig") => {
    const [first = null, ...others] = said.map((one) => one[key]).filter(isJsonObject);
    return others.every((other) => isDeepStrictEqual(other, first)) ? first : null;
  };
  const rubrics = said.map(({ rubricDefinition }) => rubricDefinition).filter(isJsonObject);
  return new FromFile({
    benchmark: alike("benchmark"),
    verificationConfig: alike("verificationConfig"),
    rubricDefinition: rubrics.length === 0 ? null : rubrics.reduce(mergeDefinitions),
  });
}

/** Lists get what they lack of the other's, objects its keys; the first wins where they differ. */
function mergeDefinitions(first: JsonObject, second: JsonObject): JsonObject {
  const merged = new Map(Object.entries(first));
  for (const [key, more] of Object.entries(second)) {
    const known = merged.get(key);
    if (known === undefined) merged.set(key, more);
    else if (Array.isArray(known) && Array.isArray(more)) {
      const added = more.filter((item) => !known.some((other) => isDeepStrictEqual(other, item)));
      merged.set(key, [...known, ...added]);
    } else if (isJsonObject(known) && isJsonObject(more)) merged.set(key, mergeDefinitions(known, more));
  }
  return recordFrom(merged);
}
