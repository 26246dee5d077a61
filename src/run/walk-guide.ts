import type { Task } from "../pipeline/index.ts";
import type { ScenarioExecutionResult, VerificationResult } from "../result/index.ts";

/** A walk through a scenario that has ended. */
export interface EndedWalk {
  /** See `walkKey`. */
  readonly key: string;
  readonly record: ScenarioExecutionResult;
}

/** What follows a turn. */
export type TurnStep =
  | { readonly kind: "turn"; readonly task: Task }
  | { readonly kind: "end"; readonly walk: EndedWalk };

/** Leads the walks of a run from turn to turn. */
export interface WalkGuide {
  /**
   * What follows a turn that was worked on. Called once for each turn whose result counts, before its walk's next one.
   *
   * @param result undefined: nobody was asked
   */
  follow(task: Task, result: VerificationResult | undefined): Promise<TurnStep>;
  /** The turn to begin with in place of one that an outage has cut short. */
  again(task: Task): Promise<Task>;
  /** Walks that have begun and are not over, as the end of the run's time leaves them. */
  cut(): Promise<readonly EndedWalk[]>;
}
