/** An answer that persons have judged too. */
export interface LabelledValue {
  /** What the judge said: 1 and 0 for yes and no, or a score. */
  readonly judge: number;
  /** What persons said, likewise. */
  readonly person: number;
  /** How many answers of the run it stands for: one over the probability with which it was drawn. */
  readonly weight: number;
  /** Answers were drawn by lot within each stratum. */
  readonly stratum: string;
}

/** The labelled answers of a stratum. */
export interface LabelledStratum {
  readonly values: readonly LabelledValue[];
  /** How many answers it holds: the sum of weights, at least as many as are labelled. */
  readonly size: number;
}

/** The strata of labelled answers in order of first appearance. */
export function strataOf(labelled: readonly LabelledValue[]): readonly LabelledStratum[] {
  const byName = Map.groupBy(labelled, ({ stratum }) => stratum);
  return [...byName.values()].map((values) => ({
    values,
    size: Math.max(
      values.length,
      values.reduce((sum, { weight }) => sum + weight, 0),
    ),
  }));
}
