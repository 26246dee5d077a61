import { isDeepStrictEqual } from "node:util";
import { FromFile, isJsonObject, type JsonObject, KareninaError, recordFrom } from "../../base/index.ts";
import type { DrawnScenario } from "../drawn-scenario.ts";
import type { HeadedResults, SetHeader } from "../export/set-header.ts";
import { type ScenarioExecutionResult, walkId, walkName } from "../scenario-execution-result.ts";
import type { VerificationResult } from "../verification-result.ts";
import { joinSources, type Source } from "./source.ts";

/**
 * The results of several sources, each result id once.
 *
 * @throws KareninaError `invalid_input` for two results of one id that are not the same.
 */
export const mergeSources = (sources: readonly Source<VerificationResult>[]): Source<VerificationResult> =>
  mergeBy(sources, {
    keyOf: ({ metadata }) => metadata.resultId,
    nameOf: ({ metadata }) =>
      `Two results have the id ${metadata.resultId} (question ${metadata.questionId})`,
  });

/** The walks of several sources, alike: a walk is known by its turns. */
export const mergeWalks = (
  sources: readonly Source<ScenarioExecutionResult>[],
): Source<ScenarioExecutionResult> =>
  mergeBy(sources, {
    keyOf: walkId,
    nameOf: (walk) => `Two walks have the same turns (${walkName(walk)})`,
  });

function mergeBy<Item>(
  sources: readonly Source<Item>[],
  { keyOf, nameOf }: { readonly keyOf: (item: Item) => string; readonly nameOf: (item: Item) => string },
): Source<Item> {
  const joined = joinSources(sources);
  const places = new Map<string, number>();
  let at = 0;
  for (const item of joined) {
    const key = keyOf(item);
    const place = places.get(key);
    if (place === undefined) places.set(key, at);
    else if (!isDeepStrictEqual(joined.at(place), item))
      throw new KareninaError("invalid_input", `${nameOf(item)} and are not the same.`, {
        hint: "Leave one of them out with `filter` before you merge.",
      });
    at++;
  }
  return places.size === at ? joined : joined.pick([...places.values()]);
}

/** What several headers say together: what only one says, or all say alike; of rubrics all traits, and scenarios that nobody draws in another way. */
export function mergeHeaders(sets: readonly HeadedResults[]): FromFile<SetHeader> | null {
  const said = sets.flatMap(({ header }) => header?.toJSON() ?? []);
  if (said.length === 0) return null;
  const alike = (key: "benchmark" | "verificationConfig") => {
    const [first = null, ...others] = said.map((one) => one[key]).filter(isJsonObject);
    return others.every((other) => isDeepStrictEqual(other, first)) ? first : null;
  };
  const rubrics = said.map(({ rubricDefinition }) => rubricDefinition).filter(isJsonObject);
  const scenarios = said.flatMap((one) => one.scenarios ?? []);
  return new FromFile({
    benchmark: alike("benchmark"),
    verificationConfig: alike("verificationConfig"),
    rubricDefinition: rubrics.length === 0 ? null : rubrics.reduce(mergeDefinitions),
    ...(scenarios.length > 0 && { scenarios: mergeScenarios(scenarios) }),
  });
}

const mergeScenarios = (all: readonly DrawnScenario[]): readonly DrawnScenario[] =>
  all.filter((one, at) => {
    const others = all.filter(({ name }) => name === one.name);
    return all.indexOf(others[0] ?? one) === at && others.every((other) => isDeepStrictEqual(other, one));
  });

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
