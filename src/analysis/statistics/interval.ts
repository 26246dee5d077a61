/** A range for a quantity; of a share both ends lie in 0..1. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** How sure an interval is to be. */
export interface IntervalOptions {
  /** The share of intervals made this way that hold the true value, between 0 and 1. Default 0.95. */
  readonly level?: number;
}

/** The level of every interval for which none is asked. */
export const defaultLevel = 0.95;
