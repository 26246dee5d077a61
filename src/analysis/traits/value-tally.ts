import { isJsonObject, type JsonValue } from "../../base/index.ts";
import { wilsonInterval } from "../statistics/rates/wilson.ts";
import type { TraitDefinition } from "./trait-definitions.ts";
import type { TraitValues } from "./trait-values.ts";

/** A value with its class name where it has one. */
export interface LabelledValue {
  readonly value: JsonValue;
  readonly label: string | undefined;
}

/** Adds up values of one kind. */
export interface ValueTally {
  add(value: LabelledValue): void;
  values(): TraitValues;
}

/** What the tally of a kind is made from. */
interface ValueTallyParts {
  readonly field: string | null;
  readonly definition: TraitDefinition | undefined;
}

/** The kind a value counts as; undefined for none. */
export function kindOfValue({ value, label }: LabelledValue): TraitValues["kind"] | undefined {
  if (value === null) return undefined;
  if (label !== undefined || typeof value === "string") return "literal";
  if (typeof value === "boolean") return "boolean";
  if (typeof value === "number") return "score";
  return isJsonObject(value) && Object.values(value).every((member) => typeof member === "number")
    ? "metric"
    : "other";
}

/** How each kind is added up, in constant memory. */
export const valueTallies: {
  readonly [Kind in TraitValues["kind"]]: (parts: ValueTallyParts) => ValueTally;
} = {
  boolean: booleanTally,
  score: scoreTally,
  literal: literalTally,
  metric: metricTally,
  other: otherTally,
};

function booleanTally({ field }: ValueTallyParts): ValueTally {
  let n = 0;
  let right = 0;
  return {
    add({ value }) {
      n++;
      if (value === true) right++;
    },
    values: () => ({
      kind: "boolean",
      field,
      n,
      true: right,
      rate: right / n,
      interval: wilsonInterval(right, n),
    }),
  };
}

function scoreTally({ field, definition }: ValueTallyParts): ValueTally {
  let n = 0;
  let sum = 0;
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  return {
    add({ value }) {
      const score = Number(value);
      n++;
      sum += score;
      lowest = Math.min(lowest, score);
      highest = Math.max(highest, score);
    },
    values: () => ({
      kind: "score",
      field,
      n,
      mean: sum / n,
      lowest,
      highest,
      min: field === null ? (definition?.min ?? null) : null,
      max: field === null ? (definition?.max ?? null) : null,
    }),
  };
}

const mostLabels = 20;
const longestLabel = 200;

function literalTally({ field, definition }: ValueTallyParts): ValueTally {
  const classes = field === null ? (definition?.classes ?? []) : [];
  const counts = new Map(classes.map((name) => [name, 0]));
  let n = 0;
  let others = 0;
  return {
    add({ value, label }) {
      const name = (label ?? String(value)).slice(0, longestLabel);
      n++;
      if (counts.has(name) || counts.size < mostLabels) counts.set(name, (counts.get(name) ?? 0) + 1);
      else others++;
    },
    values() {
      const found = [...counts].map(([label, count]) => ({ label, count }));
      if (classes.length === 0) found.sort((left, right) => right.count - left.count);
      return { kind: "literal", field, n, counts: found, others };
    },
  };
}

function metricTally(): ValueTally {
  let n = 0;
  const sums = new Map<string, { n: number; sum: number }>();
  return {
    add({ value }) {
      n++;
      for (const [metric, score] of Object.entries(isJsonObject(value) ? value : {})) {
        const entry = sums.get(metric) ?? { n: 0, sum: 0 };
        sums.set(metric, entry);
        entry.n++;
        entry.sum += Number(score);
      }
    },
    values: () => ({
      kind: "metric",
      field: null,
      n,
      metrics: [...sums].map(([metric, { n: count, sum }]) => ({ metric, n: count, mean: sum / count })),
    }),
  };
}

function otherTally({ field }: ValueTallyParts): ValueTally {
  let n = 0;
  return {
    add() {
      n++;
    },
    values: () => ({ kind: "other", field, n }),
  };
}
