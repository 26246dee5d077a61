import { type AnsweringModel, type ParsingModel, replicateNumber, walkKey } from "../../pipeline/index.ts";
import type { StageRecord, VerificationResult } from "../../result/index.ts";
import type { EndedWalk } from "../../run/index.ts";
import type { Walks } from "./create-walks.ts";

/**
 * Brings walks to where an earlier part of the run has left them.
 *
 * @param begun the results of their turns, by their keys
 * @returns those that have ended with them, of which only the record is missing
 */
export async function resumeWalks(
  walks: Walks,
  begun: ReadonlyMap<string, readonly VerificationResult[]>,
  {
    answering,
    parsing,
    besideTurns,
    replicates,
  }: {
    readonly answering: readonly AnsweringModel[];
    readonly parsing: readonly ParsingModel[];
    /** What was done beside their turns, where that is known. */
    readonly besideTurns: ReadonlyMap<string, readonly StageRecord[]> | undefined;
    readonly replicates: number;
  },
): Promise<readonly EndedWalk[]> {
  const ended: EndedWalk[] = [];
  if (begun.size === 0) return ended;
  for (const planned of walks.planned)
    for (const model of answering)
      for (const judge of parsing)
        for (let place = 0; place < replicates; place += 1) {
          const walk = { answering: model, parsing: judge, replicate: replicateNumber(place, replicates) };
          const key = walkKey(planned.firstTurn(walk)) ?? "";
          const turns = begun.get(key);
          const left = turns && { turns, stages: besideTurns?.get(key) ?? [] };
          const over = left && (await walks.resume(planned.scenario, walk, left));
          if (over !== undefined) ended.push(over);
        }
  return ended;
}
