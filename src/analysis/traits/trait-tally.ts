import type { TraitType } from "../../rubric/index.ts";
import type { TraitDefinition } from "./trait-definitions.ts";
import type { TraitValues } from "./trait-values.ts";
import { kindOfValue, type LabelledValue, type ValueTally, valueTallies } from "./value-tally.ts";

/** One trait in numbers. */
export interface TraitSummary {
  readonly trait: string;
  /** Null where no result has a value and no rubric says what it is. */
  readonly type: TraitType | null;
  /** Null where it makes no sense, or is not known. */
  readonly higherIsBetter: boolean | null;
  /** Results with a value. */
  readonly n: number;
  /** One entry per kind of value, for a template trait per field; usually one. */
  readonly values: readonly TraitValues[];
  /** Results that were to have a value and have none. */
  readonly failed: number;
  /** Results a dynamic trait did not apply to. */
  readonly skipped: number;
  /** Why there is no value, most frequent first; of many different reasons the first ten. */
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
}

/** Adds up what one trait came to, a result at a time. */
export interface TraitTally {
  /** A result with a value; for a template trait one entry per field. */
  judged(type: TraitType, values: readonly FieldValue[], cluster: string): void;
  failed(reason: string): void;
  skipped(reason: string): void;
  summary(): TraitSummary;
}

/** A trait's value, or the value of one field of a template trait. */
export interface FieldValue extends LabelledValue {
  readonly field: string | null;
}

const mostReasons = 10;
const longestReason = 500;

/** A trait at zero. */
export function traitTally(trait: string, definition: TraitDefinition | undefined): TraitTally {
  let found: TraitType | undefined;
  const counts = { n: 0, failed: 0, skipped: 0 };
  const reasons = new Map<string, number>();
  const tallies = new Map<string, ValueTally>();

  const addReason = (text: string) => {
    const reason = text.slice(0, longestReason);
    if (reasons.has(reason) || reasons.size < mostReasons)
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  };

  const addValue = (value: FieldValue, cluster: string) => {
    const { field } = value;
    const kind = kindOfValue(value);
    if (kind === undefined) return;
    const key = field === null ? kind : `${kind} ${field}`;
    let tally = tallies.get(key);
    if (tally === undefined) {
      tally = valueTallies[kind]({ field, definition });
      tallies.set(key, tally);
    }
    tally.add(value, cluster);
  };

  return {
    judged(type, values, cluster) {
      found ??= type;
      counts.n++;
      for (const value of values) addValue(value, cluster);
    },
    failed(reason) {
      counts.failed++;
      addReason(reason);
    },
    skipped(reason) {
      counts.skipped++;
      addReason(reason);
    },
    summary: () => ({
      trait,
      type: found ?? definition?.type ?? null,
      higherIsBetter: definition?.higherIsBetter ?? null,
      ...counts,
      values: [...tallies.values()].map((tally) => tally.values()),
      reasons: [...reasons]
        .map(([reason, count]) => ({ reason, count }))
        .sort((left, right) => right.count - left.count),
    }),
  };
}
