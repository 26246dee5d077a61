import { KareninaError } from "../../base/index.ts";

/** A range for a quantity; of a share both ends lie in 0..1. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** How sure an interval is to be; functions that take it throw `invalid_input` for a level that is not between 0 and 1. */
export interface IntervalOptions {
  /** The share of intervals made this way that hold the true value, between 0 and 1. Default 0.95. */
  readonly level?: number;
}

/** The level of every interval for which none is asked. */
const defaultLevel = 0.95;

/** The level that is asked for, or the usual one; throws `invalid_input` where there is none such. */
export const levelOf = ({ level = defaultLevel }: IntervalOptions): number => innerShare("level", level);

/**
 * A share that is neither nothing nor all: a level, the `alpha` or the power of a test. Throws `invalid_input` for any
 * other number, of which no quantile is known.
 *
 * @param name as the caller wrote it
 */
export function innerShare(name: string, value: number): number {
  if (value > 0 && value < 1) return value;
  throw new KareninaError(
    "invalid_input",
    `Expected \`${name}\` to be a share above 0 and below 1, such as 0.05; found ${value}.`,
  );
}
