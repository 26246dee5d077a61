import * as z from "zod";
import { AnyJson, type JsonValue, mostAmount } from "../base/index.ts";

const wanted = `expected a number from -${mostAmount} to ${mostAmount}`;

/** A number that a trait may have in a result. */
export const TraitNumber = z.number().min(-mostAmount).max(mostAmount);

/** Any value that a trait may have in a result: its numbers are within what can be added up. */
export const TraitValue: typeof AnyJson = AnyJson.refine((value) => numberProblem(value) === undefined, {
  error: ({ input }) => `${wanted}, found ${input}`,
});

/**
 * What is wrong with a value that is a number too large to be added up; undefined for any other.
 *
 * @example
 * numberProblem(1e308) // "expected a number from -1e+100 to 1e+100, found 1e+308"
 */
export function numberProblem(value: JsonValue): string | undefined {
  if (typeof value !== "number" || Math.abs(value) <= mostAmount) return undefined;
  return `${wanted}, found ${value}`;
}
