import type { Comparison, PairComparison } from "../compare/comparison.ts";
import type { Interval } from "../statistics/interval.ts";
import { wilsonInterval } from "../statistics/rates/wilson.ts";
import type { PairNumbers } from "../summary/pair-tally.ts";
import type { RunSummary } from "../summary/summarize.ts";
import type { TraitValues } from "../traits/trait-values.ts";
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
  /** False where the interval holds the bound, or nothing is known: another run might well decide otherwise. */
  readonly conclusive: boolean;
  /** Results, values or pairs it is about. */
  readonly n: number;
  /** Why nothing was observed; null otherwise. */
  readonly problem: string | null;
}

/** What gates are checked with. */
export interface GateSubject {
  readonly summary: RunSummary;
  /** The baseline first, then this run; gates about a baseline are not met without. */
  readonly comparison?: Comparison;
}

/**
 * Checks gates. A gate of every pair of models, of a trait's fields, or of several comparisons gives a verdict for each.
 * `not_worse` fails where the pass rate is lower by more than `by` and the test's p value is at most `alpha`; a greater fall
 * that may be chance is met and not conclusive.
 *
 * @example
 * const failed = checkGates({ summary }, [{ gate: "pass_rate", min: 0.8 }]).filter(({ met }) => !met);
 */
export function checkGates(subject: GateSubject, gates: readonly Gate[]): readonly GateVerdict[] {
  return gates.flatMap((gate) => checkGate(subject, gate));
}

function checkGate(subject: GateSubject, gate: Gate): readonly GateVerdict[] {
  const { summary } = subject;
  switch (gate.gate) {
    case "pass_rate":
      return scopesOf(summary, gate).map(({ of, numbers }) => {
        const { rate, interval, of: n } = rateOf(numbers, gate.keyword) ?? nothing;
        const problem = n > 0 ? null : "no result reached a verdict";
        return verdictOf(gate, { of, observed: rate, interval, n, problem }, { min: gate.min });
      });
    case "trait":
      return scopesOf(summary, gate).flatMap(({ of, numbers }) => {
        const found = traitNumber(numbers, gate);
        return [
          ...(gate.min === undefined ? [] : [verdictOf(gate, { of, ...found }, { min: gate.min })]),
          ...(gate.max === undefined ? [] : [verdictOf(gate, { of, ...found }, { max: gate.max })]),
        ];
      });
    case "cost": {
      const { costUsd: observed, results: n } = summary.overall;
      const problem = observed === null ? "no stage knows its cost" : null;
      return [verdictOf(gate, { of: "overall", observed, interval: null, n, problem }, { max: gate.max })];
    }
    case "outcome_share":
      return scopesOf(summary, gate).map(({ of, numbers: { outcomes, results: n } }) => {
        const count = outcomes[gate.outcome];
        const observed = n === 0 ? null : count / n;
        const problem = n === 0 ? "there are no results" : null;
        return verdictOf(
          gate,
          { of, observed, interval: wilsonInterval(count, n), n, problem },
          { max: gate.max },
        );
      });
    case "not_worse":
      return compared(subject, gate, -gate.by, "at_least", (pair) => notWorse(pair, gate));
    case "no_broken":
      return compared(subject, gate, gate.max, "at_most", (pair) => countChanged(pair, gate, pair.broken));
    case "no_new_failures":
      return compared(subject, gate, gate.max, "at_most", (pair) =>
        countChanged(pair, gate, pair.newFailures),
      );
  }
}

/** What was observed, before it is held against a bound. */
type Observed = Pick<GateVerdict, "of" | "observed" | "interval" | "n" | "problem">;

const nothing = { rate: null, interval: null, of: 0 };

function verdictOf(
  gate: Gate,
  found: Observed,
  bound: { readonly min: number } | { readonly max: number },
): GateVerdict {
  const isLeast = "min" in bound;
  const wanted = isLeast ? bound.min : bound.max;
  const { observed, interval } = found;
  const isMet = observed !== null && (isLeast ? observed >= wanted : observed <= wanted);
  const isCount = gate.gate === "cost" || gate.gate === "no_broken" || gate.gate === "no_new_failures";
  return {
    gate,
    ...found,
    wanted,
    direction: isLeast ? "at_least" : "at_most",
    met: isMet,
    conclusive: observed !== null && (isCount || !holds(interval, wanted, isMet === isLeast)),
  };
}

/** True where the other side of the bound is within the interval, or there is none. */
function holds(interval: Interval | null, wanted: number, isAbove: boolean): boolean {
  if (interval === null) return true;
  return isAbove ? interval.low < wanted : interval.high > wanted;
}

interface Scope {
  readonly of: string;
  readonly numbers: PairNumbers;
}

function scopesOf(summary: RunSummary, { model }: { readonly model?: string | undefined }): readonly Scope[] {
  if (model === undefined) return [{ of: "overall", numbers: summary.overall }];
  const isMeant = (answering: string) =>
    model === "*" || answering === model || answering.slice(answering.indexOf(":") + 1) === model;
  const found = summary.pairs
    .filter(({ answering }) => isMeant(answering))
    .map((pair) => ({ of: `${pair.answering}, judged by ${pair.parsing}`, numbers: pair }));
  return found.length > 0 ? found : [{ of: model, numbers: noNumbers(summary.overall) }];
}

/** No model of this name has results. */
const noNumbers = (overall: PairNumbers): PairNumbers => ({
  ...overall,
  results: 0,
  passRate: { ...overall.passRate, passed: 0, of: 0, rate: null, interval: null },
  breakdowns: [],
  traits: [],
});

function rateOf(numbers: PairNumbers, keyword: string | undefined): PairNumbers["passRate"] | undefined {
  if (keyword === undefined) return numbers.passRate;
  const groups = numbers.breakdowns.find(({ by }) => by === "keyword")?.groups;
  return groups?.find(({ group }) => group === keyword)?.passRate;
}

type TraitGate = Extract<Gate, { gate: "trait" }>;

function traitNumber(numbers: PairNumbers, gate: TraitGate): Omit<Observed, "of"> {
  const trait = numbers.traits.find(({ trait: name }) => name === gate.trait);
  for (const values of trait?.values ?? []) {
    const found = numberOf(values, gate);
    if (found !== null) return { ...found, problem: null };
  }
  return { observed: null, interval: null, n: 0, problem: "no result has such a value of the trait" };
}

function numberOf(
  values: TraitValues,
  { field, label }: TraitGate,
): Pick<Observed, "observed" | "interval" | "n"> | null {
  if (values.kind === "metric") {
    const metric = values.metrics.find(({ metric: name }) => name === field);
    return metric === undefined ? null : { observed: metric.mean, interval: metric.interval, n: metric.n };
  }
  if (values.field !== (field ?? null)) return null;
  const { n } = values;
  if (values.kind === "boolean") return { observed: values.rate, interval: values.interval, n };
  if (values.kind === "score") return { observed: values.mean, interval: values.interval, n };
  if (values.kind !== "literal" || label === undefined || n === 0) return null;
  const count = values.counts.find(({ label: name }) => name === label)?.count ?? 0;
  return { observed: count / n, interval: wilsonInterval(count, n), n };
}

function compared(
  { comparison }: GateSubject,
  gate: Gate,
  wanted: number,
  direction: GateVerdict["direction"],
  check: (pair: PairComparison) => GateVerdict,
): readonly GateVerdict[] {
  if (comparison !== undefined) return comparison.pairs.map(check);
  const problem = "there is no baseline to compare with";
  const known = { of: "overall", observed: null, interval: null, n: 0, met: false, conclusive: false };
  return [{ gate, ...known, wanted, direction, problem }];
}

const namesOf = ({ a, b }: PairComparison): string => `${b} against ${a}`;

function notWorse(pair: PairComparison, gate: Extract<Gate, { gate: "not_worse" }>): GateVerdict {
  const { difference, interval, pairs: n, test } = pair.passes;
  const problem = difference === null ? "no question has a verdict on both sides" : null;
  const verdict = verdictOf(
    gate,
    { of: namesOf(pair), observed: difference, interval, n, problem },
    { min: -gate.by },
  );
  const mayBeChance = difference !== null && (test?.pValue ?? 1) > gate.alpha;
  return verdict.met || !mayBeChance ? verdict : { ...verdict, met: true, conclusive: false };
}

function countChanged(
  pair: PairComparison,
  gate: Extract<Gate, { gate: "no_broken" | "no_new_failures" }>,
  questions: PairComparison["broken"],
): GateVerdict {
  const { keyword } = gate;
  const meant = questions.filter(({ keywords }) => keyword === undefined || keywords.includes(keyword));
  const n = pair.matched + (gate.gate === "no_new_failures" ? pair.unmatchedB : 0);
  const problem = n > 0 ? null : "the sides have no question in common";
  const observed = n > 0 ? meant.length : null;
  return verdictOf(gate, { of: namesOf(pair), observed, interval: null, n, problem }, { max: gate.max });
}
