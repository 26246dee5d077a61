import { askNearest, formatCost, percentText, pluralize } from "../../base/index.ts";
import { type Outcome, sumOutcomes, unfinishedText } from "../../result/index.ts";
import type { Comparison } from "../compare/comparison.ts";
import type { PairNumbers } from "../summary/pair-tally.ts";
import type { RunSummary } from "../summary/summary-tally.ts";
import type { TraitValues } from "../traits/trait-values.ts";
import { scenarioCost } from "../walks/walk-spending.ts";
import { checkAgainstBaseline, noSuchKeyword } from "./against-baseline.ts";
import { type Gate, needsBaseline } from "./gate.ts";
import { type GateVerdict, isCount, type Observed, verdictOf } from "./gate-verdict.ts";
import { meantModels, noSuchModel } from "./meant-models.ts";
import { boundNotes, boundProblem, scaleOf, type TraitGate } from "./trait-bounds.ts";
import { checkWalkGate } from "./walk-gates.ts";

/** What gates are checked with. */
export interface GateSubject {
  readonly summary: RunSummary;
  /** The baseline first, then what is held against it; gates about a baseline are not met without. */
  readonly comparison?: Comparison;
  /** What else did not end of the runs that are compared, in words: the baseline. */
  readonly unfinished?: readonly string[];
  /** True: a run that did not end may meet gates, with what it has. Default: it meets none. */
  readonly allowUnfinished?: boolean;
  /** Tasks that have no result as there was no answer to judge: see {@link Unanswered}. */
  readonly unanswered?: Unanswered;
}

/** Tasks without an answer to judge, such as questions that a file of answers does not have. */
export interface Unanswered {
  readonly tasks: number;
  /** A sentence without its dot, such as `2 questions have no answer in chat.jsonl`. */
  readonly text: string;
}

/**
 * Checks gates. A gate of every pair of models, of a trait's fields, or of several comparisons gives a verdict for each.
 * `not_worse` fails where the pass rate is lower by more than `by` and the test's p value is at most `alpha`; a greater fall
 * that may be chance is met and not conclusive. Gates about a baseline hold each later
 * side of the comparison against the first, and adjust their p values by Holm's method over these, not over all pairs as the
 * comparison does; they are not met where less than `minMatched` of the baseline's questions can be compared. A bound
 * outside of a trait's scale, or in another unit, is never met. A run that did not end meets no gate, unless
 * `allowUnfinished`; then nothing is conclusive but a count that is too high already. Where answers are
 * missing that were to be judged, a pass rate is met only if it would be with none of them passing, whichever model or keyword it is about.
 *
 * @example
 * const failed = checkGates({ summary }, [{ gate: "pass_rate", min: 0.8 }]).filter(({ met }) => !met);
 */
export function checkGates(subject: GateSubject, gates: readonly Gate[]): readonly GateVerdict[] {
  return gates.flatMap((gate) => {
    const unfinished = unfinishedOf(subject, gate);
    const isEmpty = lacksResults(subject.summary) && !needsBaseline(gate);
    const problem = isEmpty ? "there are no results" : noSuchModel(subject.summary, gate);
    return checkGate(subject, gate)
      .map((verdict) => (problem === undefined ? verdict : { ...verdict, problem }))
      .map((verdict) => asUnfinished(verdict, unfinished, subject.allowUnfinished === true))
      .map((verdict) => asUnanswered(verdict, subject.unanswered));
  });
}

/** Nobody knows what the answers would have been: a rate that they may turn is none that is met. */
function asUnanswered(verdict: GateVerdict, unanswered: Unanswered | undefined): GateVerdict {
  if (unanswered === undefined || unanswered.tasks === 0) return verdict;
  const { gate, observed, n, wanted } = verdict;
  const least = observed === null ? 0 : (observed * n) / (n + unanswered.tasks);
  const isTurned = gate.gate === "pass_rate" && verdict.met && least < wanted - 1e-9;
  if (!isTurned) return asUnfinished(verdict, [unanswered.text], true);
  const note = `${unanswered.text}: with these the rate may be as low as ${percentText(least, 1)} %`;
  return { ...asUnfinished(verdict, [note], true), met: false };
}

const lacksResults = ({ overall, scenarios }: RunSummary) => overall.results === 0 && scenarios === null;

/** What a gate is about and did not end. */
function unfinishedOf({ summary, unfinished = [] }: GateSubject, gate: Gate): readonly string[] {
  const own = unfinishedText(summary.run);
  return [...(own === null ? [] : [own]), ...(needsBaseline(gate) ? unfinished : [])];
}

/** The tasks that are missing may turn a share, and a count that may still grow. */
function asUnfinished(verdict: GateVerdict, unfinished: readonly string[], isAllowed: boolean): GateVerdict {
  if (unfinished.length === 0) return verdict;
  const conclusive = verdict.conclusive && isCount(verdict.gate) && !verdict.met;
  const notes = [...verdict.notes, ...unfinished];
  if (isAllowed) return { ...verdict, conclusive, notes };
  return { ...verdict, conclusive, notes, met: false, problem: verdict.problem ?? unfinished.join("; ") };
}

function checkGate(subject: GateSubject, gate: Gate): readonly GateVerdict[] {
  const { summary, comparison } = subject;
  switch (gate.gate) {
    case "pass_rate":
      return scopesOf(summary, gate).map(({ of, numbers }) => {
        const { rate, interval, of: n } = rateOf(numbers, gate.keyword) ?? nothing;
        const problem = n > 0 ? null : whyNoRate(summary, gate);
        return verdictOf(gate, { of, observed: rate, interval, n, problem }, { min: gate.min });
      });
    case "trait":
      return traitParts(summary, gate).flatMap((part) =>
        scopesOf(part, gate).flatMap(({ of, numbers }) =>
          checkTrait(gate, { of: ofPart(part, of), numbers }),
        ),
      );
    case "cost":
      return [verdictOf(gate, { of: "overall", ...costOf(spentBy(summary), gate.max) }, { max: gate.max })];
    case "outcome_share":
      return partsOf(summary).flatMap((part) =>
        scopesOf(part, gate).map(({ of, numbers }) => checkShare(gate, ofPart(part, of), numbers)),
      );
    case "walk_completion":
    case "walk_success":
    case "walk_outcome":
      return checkWalkGate(summary, gate);
    case "not_worse":
    case "no_broken":
    case "no_new_failures":
      return checkAgainstBaseline(comparison, gate);
  }
}

/** Results that gates are about: of questions, or the turns of scenarios. */
interface Part extends Pick<RunSummary, "overall" | "pairs" | "run"> {
  /** True where the run has both. */
  readonly isTurnsBeside: boolean;
}

/** Questions and turns apart; what a run has none of is left out. */
function partsOf(summary: RunSummary): readonly Part[] {
  const { overall, pairs, run, scenarios } = summary;
  const questions = { overall, pairs, run, isTurnsBeside: false };
  if (scenarios === null || scenarios.turns.overall.results === 0) return [questions];
  const turns = { ...scenarios.turns, run, isTurnsBeside: overall.results > 0 };
  return overall.results > 0 ? [questions, turns] : [turns];
}

const ofPart = ({ isTurnsBeside }: Part, of: string): string =>
  isTurnsBeside ? (of === "overall" ? "turns of scenarios" : `turns, ${of}`) : of;

/** A trait that only questions, or only turns, have is asked of these alone. */
function traitParts(summary: RunSummary, { trait }: TraitGate): readonly Part[] {
  const parts = partsOf(summary);
  const having = parts.filter(({ overall }) => overall.traits.some((one) => one.trait === trait));
  return having.length > 0 ? having : parts.slice(0, 1);
}

/** What questions and walks cost together. */
function spentBy({ overall, scenarios }: RunSummary): Pick<PairNumbers, "costUsd" | "costKnown" | "results"> {
  if (scenarios === null) return overall;
  const turns = scenarioCost(scenarios);
  const costs = [overall.costUsd, turns.costUsd].filter((cost) => cost !== null);
  return {
    costUsd: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
    costKnown: overall.costKnown + turns.costKnown,
    results: overall.results + turns.results,
  };
}

/** Results that ended before a later outcome could come of them; templates are looked at first, then models are reached. */
function endedBefore(outcome: Outcome): readonly Outcome[] {
  if (outcome === "not_evaluable") return [];
  return outcome === "infrastructure_failed" ? ["not_evaluable"] : ["not_evaluable", "infrastructure_failed"];
}

function checkShare(
  gate: Extract<Gate, { gate: "outcome_share" }>,
  of: string,
  { outcomes, outcomeIntervals, results: n }: PairNumbers,
): GateVerdict {
  const count = outcomes[gate.outcome];
  const unreached = endedBefore(gate.outcome).filter((outcome) => outcomes[outcome] > 0);
  const unknown = sumOutcomes(outcomes, unreached);
  const why = unreached.map((outcome) => `${outcomes[outcome]} ${outcome.replaceAll("_", " ")}`).join(", ");
  const notes = unknown === 0 ? [] : [`of these nobody can tell of ${why}`];
  if (n === unknown) {
    const problem = n === 0 ? "there are no results" : `no result came so far: ${why}`;
    return verdictOf(gate, { of, observed: null, interval: null, n: 0, problem }, { max: gate.max });
  }
  const found = {
    of,
    observed: count / n,
    interval: outcomeIntervals[gate.outcome],
    n,
    problem: null,
    notes,
  };
  const verdict = verdictOf(gate, found, { max: gate.max });
  const isSure = !verdict.met || (count + unknown) / n <= gate.max;
  return { ...verdict, conclusive: verdict.conclusive && isSure };
}

const nothing = { rate: null, interval: null, of: 0 };

interface Scope {
  readonly of: string;
  readonly numbers: PairNumbers;
}

function scopesOf(
  summary: Pick<RunSummary, "overall" | "pairs" | "run">,
  { model }: { readonly model?: string | undefined },
): readonly Scope[] {
  if (model === undefined) return [{ of: "overall", numbers: summary.overall }];
  const meant = meantModels(summary, model);
  const found = summary.pairs
    .filter(({ answering }) => meant.has(answering))
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

/** A condition that nothing meets is told from results without a verdict. */
function whyNoRate(
  { overall, scenarios }: RunSummary,
  { keyword }: Extract<Gate, { gate: "pass_rate" }>,
): string {
  if (overall.results === 0 && scenarios !== null)
    return "the run has scenarios and no questions: walk_success and walk_outcome are about these";
  const groups = overall.breakdowns.find(({ by }) => by === "keyword")?.groups ?? [];
  if (keyword !== undefined && !groups.some(({ group }) => group === keyword))
    return noSuchKeyword(
      keyword,
      groups.map(({ group }) => group),
    );
  return "no result reached a verdict";
}

/** A sum that lacks a part tells only that the bound is passed. */
function costOf(
  { costUsd, costKnown, results }: ReturnType<typeof spentBy>,
  max: number,
): Omit<Observed, "of"> {
  const nothingKnown = { observed: null, interval: null, n: costKnown };
  if (costUsd === null) return { ...nothingKnown, n: 0, problem: "no stage knows its cost" };
  const part = `the cost is known of ${costKnown} of ${pluralize(results, "result")}`;
  if (costKnown === results || costUsd > max)
    return {
      observed: costUsd,
      interval: null,
      n: costKnown,
      problem: null,
      notes: costKnown === results ? [] : [part],
    };
  return { ...nothingKnown, problem: `${part}, ${formatCost(costUsd)}, so nobody can tell` };
}

function checkTrait(gate: TraitGate, { of, numbers }: Scope): readonly GateVerdict[] {
  const { min, max } = gate;
  const bounds = [...(min === undefined ? [] : [{ min }]), ...(max === undefined ? [] : [{ max }])];
  const nothingKnown = { observed: null, interval: null };
  const { values = [] } = numbers.traits.find(({ trait }) => trait === gate.trait) ?? {};
  for (const each of values) {
    const found = numberOf(each, gate);
    if (found === null) continue;
    const scale = scaleOf(each);
    const problem = boundProblem(gate, scale);
    const told = { of, ...found, ...(problem !== null && nothingKnown), problem };
    return bounds.map((bound) => verdictOf(gate, { ...told, notes: boundNotes(bound, scale) }, bound));
  }
  const problem = whyNoValue(numbers, values, gate);
  return bounds.map((bound) => verdictOf(gate, { of, ...nothingKnown, n: 0, problem }, bound));
}

function whyNoValue(
  { traits }: PairNumbers,
  values: readonly TraitValues[],
  { trait, field, label }: TraitGate,
): string {
  const names = traits.map((one) => one.trait);
  if (!names.includes(trait)) return `no result has a trait ${trait}${askNearest(trait, names)}`;
  const ofField = values.filter((one) => one.kind === "metric" || one.field === (field ?? null));
  const labels = ofField.flatMap((one) =>
    one.kind === "literal" ? one.counts.map(({ label: name }) => name) : [],
  );
  if (label === undefined)
    return labels.length === 0
      ? "no result has such a value of the trait"
      : `which class? ${labels.join(", ")}`;
  if (labels.length > 0)
    return `${trait} has no class ${label}${askNearest(label, labels)}; there are ${labels.join(", ")}`;
  return ofField.some(({ n }) => n > 0)
    ? `the values of ${trait} are no classes, so none is called ${label}`
    : "no result has such a value of the trait";
}

function numberOf(
  values: TraitValues,
  { field, label }: TraitGate,
): Pick<Observed, "observed" | "interval" | "n"> | null {
  if (values.kind === "metric" && label === undefined) {
    const metric = values.metrics.find(({ metric: name }) => name === field);
    return metric === undefined ? null : { observed: metric.mean, interval: metric.interval, n: metric.n };
  }
  if (values.field !== (field ?? null)) return null;
  const { n } = values;
  if (label !== undefined && values.kind !== "literal") return null;
  if (values.kind === "boolean") return { observed: values.rate, interval: values.interval, n };
  if (values.kind === "score") return { observed: values.mean, interval: values.interval, n };
  if (values.kind !== "literal" || label === undefined || n === 0) return null;
  const found = values.counts.find(({ label: name }) => name === label);
  // a class that nobody has named may be a slip, and a text may be among those that are not listed
  if (found === undefined) return null;
  return { observed: found.count / n, interval: found.interval, n };
}
