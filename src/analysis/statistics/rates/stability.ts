/** How alike the outcomes of one question are over its replicates. */
export interface Stability {
  /** Outcomes there were. */
  readonly n: number;
  /** The outcome there was most often; of several the one that came first. */
  readonly mode: string;
  /** The share of outcomes that were this one; 1: the question is stable. */
  readonly share: number;
}

/**
 * How stable a question is: the share of its most frequent outcome, which is one minus the variation ratio
 * (L. C. Freeman, "Elementary Applied Statistics", 1965). Null without outcomes.
 *
 * @param counts how often there was each outcome
 * @example
 * stabilityOf(new Map([["pass", 3], ["wrong", 1]])) // { n: 4, mode: "pass", share: 0.75 }
 */
export function stabilityOf(counts: Iterable<readonly [outcome: string, count: number]>): Stability | null {
  let n = 0;
  let most: readonly [string, number] | undefined;
  for (const entry of counts) {
    n += entry[1];
    if (most === undefined || entry[1] > most[1]) most = entry;
  }
  return most === undefined || n === 0 ? null : { n, mode: most[0], share: most[1] / n };
}
