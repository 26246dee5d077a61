import type { Interval } from "../statistics/interval.ts";

/** How often a trait was true. */
interface BooleanValues {
  readonly kind: "boolean";
  /** Of a template trait; null for the others. */
  readonly field: string | null;
  readonly n: number;
  readonly true: number;
  /** `true / n`. */
  readonly rate: number;
  /** 95%: Wilson's where every question has one value, else that of `clusteredRate`. */
  readonly interval: Interval | null;
}

/** Numbers of a score. */
interface ScoreValues {
  readonly kind: "score";
  readonly field: string | null;
  readonly n: number;
  readonly mean: number;
  /** 95%, see `meanTally`; null with fewer than two questions, and where the questions have the same mean. */
  readonly interval: Interval | null;
  /** The lowest and the highest number there was. */
  readonly lowest: number;
  readonly highest: number;
  /** Ends of the scale; null where they are not known. */
  readonly min: number | null;
  readonly max: number | null;
}

/** How often each class or text there was. */
interface LiteralValues {
  readonly kind: "literal";
  readonly field: string | null;
  readonly n: number;
  /** In the order of the trait's classes where they are known, else most frequent first. */
  readonly counts: readonly {
    readonly label: string;
    readonly count: number;
    /** 95 % of its share of `n`, see `clusteredRate`; null without values. */
    readonly interval: Interval | null;
  }[];
  /** Values beyond the first 20 different ones. */
  readonly others: number;
}

/** Means of a metric trait's metrics. */
interface MetricValues {
  readonly kind: "metric";
  readonly field: null;
  readonly n: number;
  readonly metrics: readonly {
    readonly metric: string;
    readonly n: number;
    readonly mean: number;
    /** As that of a score. */
    readonly interval: Interval | null;
  }[];
}

/** Values that are only counted: lists and objects. */
interface OtherValues {
  readonly kind: "other";
  readonly field: string | null;
  readonly n: number;
}

/** The values of one kind that a trait, or a field of a template trait, has. */
export type TraitValues = BooleanValues | ScoreValues | LiteralValues | MetricValues | OtherValues;
