import { isJsonObject, type JsonValue } from "../../base/index.ts";
import { byCluster } from "../statistics/by-cluster.ts";
import { clusteredRate } from "../statistics/rates/clustered-rate.ts";
import { shareTally } from "../statistics/rates/share-tally.ts";
import { type MeanTally, meanTally } from "../statistics/resampling/mean-tally.ts";
import type { TraitDefinition } from "./trait-definitions.ts";
import type { TraitValues } from "./trait-values.ts";

/** A value with its class name where it has one. */
export interface LabelledValue {
  readonly value: JsonValue;
  readonly label: string | undefined;
}

/** Adds up values of one kind. */
export interface ValueTally {
  add(value: LabelledValue, cluster: string): void;
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

/** How each kind is added up, in memory that grows with the number of questions. */
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
  const clusters = byCluster(() => ({ passed: 0, of: 0 }));
  return {
    add({ value }, cluster) {
      const counts = clusters.of(cluster);
      counts.of++;
      if (value === true) counts.passed++;
    },
    values() {
      const { passed, of: n, interval } = clusteredRate(clusters.all());
      return { kind: "boolean", field, n, true: passed, rate: passed / n, interval };
    },
  };
}

function scoreTally({ field, definition }: ValueTallyParts): ValueTally {
  const scores = meanTally();
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  return {
    add({ value }, cluster) {
      const score = Number(value);
      scores.add(score, cluster);
      lowest = Math.min(lowest, score);
      highest = Math.max(highest, score);
    },
    values() {
      const { n, mean, interval } = scores.numbers();
      return {
        kind: "score",
        field,
        n,
        mean: mean ?? 0,
        interval,
        lowest,
        highest,
        min: field === null ? (definition?.min ?? null) : null,
        max: field === null ? (definition?.max ?? null) : null,
      };
    },
  };
}

const mostLabels = 20;
const longestLabel = 200;

function literalTally({ field, definition }: ValueTallyParts): ValueTally {
  const classes = field === null ? (definition?.classes ?? []) : [];
  const counts = new Map(classes.map((name) => [name, 0]));
  const shares = shareTally();
  let n = 0;
  let others = 0;
  return {
    add({ value, label }, cluster) {
      const name = (label ?? String(value)).slice(0, longestLabel);
      n++;
      const isListed = counts.has(name) || counts.size < mostLabels;
      if (isListed) counts.set(name, (counts.get(name) ?? 0) + 1);
      else others++;
      shares.add(isListed ? `listed ${name}` : "other", cluster);
    },
    values() {
      const found = [...counts].map(([label, count]) => ({
        label,
        count,
        interval: shares.interval(`listed ${label}`),
      }));
      if (classes.length === 0) found.sort((left, right) => right.count - left.count);
      return {
        kind: "literal",
        field,
        n,
        counts: found,
        others,
      };
    },
  };
}

function metricTally(): ValueTally {
  let n = 0;
  const means = new Map<string, MeanTally>();
  return {
    add({ value }, cluster) {
      n++;
      for (const [metric, score] of Object.entries(isJsonObject(value) ? value : {})) {
        const tally = means.get(metric) ?? meanTally();
        means.set(metric, tally);
        tally.add(Number(score), cluster);
      }
    },
    values: () => ({
      kind: "metric",
      field: null,
      n,
      metrics: [...means].map(([metric, tally]) => {
        const { n: count, mean, interval } = tally.numbers();
        return { metric, n: count, mean: mean ?? 0, interval };
      }),
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
