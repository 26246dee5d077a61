import type { Difference } from "./excerpt-match.ts";

/** Where an excerpt or a part of it stands, in units of the original text. */
export interface Located {
  readonly similarity: number;
  readonly start: number;
  readonly end: number;
  readonly differences: readonly Difference[];
}
