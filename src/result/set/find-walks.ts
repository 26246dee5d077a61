import type { ScenarioExecutionResult } from "../scenario-execution-result.ts";
import type { VerificationResult } from "../verification-result.ts";

/** The places, among some walks, of those that a result is a turn of: one at most, where the file says which. */
export type FindWalks = (result: VerificationResult) => readonly number[];

/** Finds walks by the ids of their turns; those of files without ids by scenario and replicate. */
export function findWalks(walks: Iterable<ScenarioExecutionResult>): FindWalks {
  const [ofTurn, unnamed] = [new Map<string, number[]>(), new Map<string, number[]>()];
  const note = (places: Map<string, number[]>, key: string, place: number) => {
    const known = places.get(key);
    if (known === undefined) places.set(key, [place]);
    else known.push(place);
  };
  let place = 0;
  for (const { scenarioId, replicate, history } of walks) {
    const ids = history.flatMap(({ verificationResultId }) => verificationResultId ?? []);
    for (const id of ids) note(ofTurn, id, place);
    if (ids.length === 0) note(unnamed, JSON.stringify([scenarioId, replicate]), place);
    place++;
  }
  return ({ metadata: { resultId, scenarioId, replicate } }) => {
    if (scenarioId === null) return [];
    return ofTurn.get(resultId) ?? unnamed.get(JSON.stringify([scenarioId, replicate])) ?? [];
  };
}
