import type { Interval } from "../statistics/interval.ts";
import type { Gate } from "./gate.ts";

/** What became of a gate. */
export interface GateVerdict {
  readonly gate: Gate;
  /** What it was checked of: `overall`, a pair of models, or two sides. */
  readonly of: string;
  /** Null where there is nothing to tell by; it is then not met. */
  readonly observed: number | null;
  /** The bound that was wanted. */
  readonly wanted: number;
  readonly direction: "at_least" | "at_most";
  readonly met: boolean;
  /** Of what was observed; null where it is a plain count or sum, or nothing is known. */
  readonly interval: Interval | null;
  /** False where the interval holds the bound, nothing is known, or a run did not end: another run might well decide otherwise. */
  readonly conclusive: boolean;
  /** Results, values or pairs it is about. */
  readonly n: number;
  /** Why nothing was observed, there is too little to tell by, or a run did not end; null otherwise. */
  readonly problem: string | null;
  /** What `observed` does not tell of, such as questions of the baseline that the run lacks. */
  readonly notes: readonly string[];
}

/** What was observed, before it is held against a bound. */
export type Observed = Pick<GateVerdict, "of" | "observed" | "interval" | "n" | "problem"> &
  Partial<Pick<GateVerdict, "notes">>;

/** Holds what was observed against a bound. */
export function verdictOf(
  gate: Gate,
  found: Observed,
  bound: { readonly min: number } | { readonly max: number },
): GateVerdict {
  const isLeast = "min" in bound;
  const wanted = isLeast ? bound.min : bound.max;
  const { observed, interval } = found;
  // ten times 0.1 is less than 1 in sums of binary numbers
  const slack = Math.abs(wanted) * 1e-9;
  const isMet = observed !== null && (isLeast ? observed >= wanted - slack : observed <= wanted + slack);
  return {
    gate,
    notes: [],
    ...found,
    wanted,
    direction: isLeast ? "at_least" : "at_most",
    met: isMet,
    conclusive: observed !== null && (isCount(gate) || !holds(interval, wanted, isMet === isLeast)),
  };
}

/** True of a gate whose number is no estimate: what was counted, or spent. */
export const isCount = ({ gate }: Gate): boolean =>
  gate === "cost" || gate === "no_broken" || gate === "no_new_failures";

/** True where the other side of the bound is within the interval, or there is none. */
function holds(interval: Interval | null, wanted: number, isAbove: boolean): boolean {
  if (interval === null) return true;
  return isAbove ? interval.low < wanted : interval.high > wanted;
}
