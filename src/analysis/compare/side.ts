import type { Unit } from "./unit.ts";
import type { WalkUnit } from "./walk-unit.ts";

/** The results of one side. */
export interface Side {
  readonly name: string;
  /** Of questions. */
  readonly units: readonly Unit[];
  /** Walks through scenarios that have ended. */
  readonly walks: readonly WalkUnit[];
  /** Turns of walks that have not. */
  readonly unended: number;
}
