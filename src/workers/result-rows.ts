import { type Task, taskKey, walkKey } from "../pipeline/index.ts";
import { lacksInfrastructure, resultLine, type VerificationResult, walkLine } from "../result/index.ts";
import type { EndedWalk } from "../run/index.ts";
import type { ResultRow } from "../stores/index.ts";
import type { placesOf } from "../verify/index.ts";

/** A row without the part of the run that it belongs to. */
export type NewRow = Omit<ResultRow, "part">;

/** Where questions and scenarios stand in a run. */
export type PlaceOf = ReturnType<typeof placesOf>;

/** The row of a result. */
export function resultRow(result: VerificationResult, task: Task, placeOf: PlaceOf): NewRow {
  const walk = walkKey(task);
  const key = taskKey(task);
  const place = placeOf(task.turn === undefined ? { question: task.question.id } : task.turn);
  const line = resultLine(key, result, { place, walk }).slice(0, -1);
  return { kind: "result", key, walk: walk ?? null, lacking: lacksInfrastructure(result), line };
}

/**
 * The row of a walk that has ended.
 *
 * @param lacking one of its turns failed for its infrastructure
 */
export function walkRow({ key, record }: EndedWalk, placeOf: PlaceOf, lacking: boolean): NewRow {
  const line = walkLine(key, record, { place: placeOf({ scenario: record.scenarioId }) }).slice(0, -1);
  return { kind: "walk", key, walk: null, lacking, line };
}
