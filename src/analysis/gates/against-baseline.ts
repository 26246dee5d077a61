import { askNearest, percentText, pluralize } from "../../base/index.ts";
import { type Comparison, type Coverage, emptySides, type PairComparison } from "../compare/comparison.ts";
import { innerShare } from "../statistics/interval.ts";
import { holmAdjust } from "../statistics/pairs/holm.ts";
import type { Gate } from "./gate.ts";
import { type GateVerdict, type Observed, verdictOf } from "./gate-verdict.ts";

type BaselineGate = Extract<Gate, { gate: "not_worse" | "no_broken" | "no_new_failures" }>;

const defaultMinMatched = 0.5;

/** Checks a gate about a baseline, the first side: of each later side, or not met without. */
export function checkAgainstBaseline(
  comparison: Comparison | undefined,
  gate: BaselineGate,
): readonly GateVerdict[] {
  if (comparison !== undefined) {
    const pairs = comparison.pairs.slice(0, comparison.sides.length - 1);
    const adjusted = holmAdjust(pairs.map(({ passes: { test } }) => test?.pValue ?? 1));
    return pairs.map((pair, at) => checkPair(pair, gate, adjusted[at] ?? 1));
  }
  const problem = "there is no baseline to compare with";
  return [verdictOf(gate, { of: "overall", observed: null, interval: null, n: 0, problem }, boundOf(gate))];
}

/** Says that a condition is met by nothing, and what was probably meant. */
export const noSuchKeyword = (keyword: string, known: readonly string[]): string =>
  `no question has the keyword ${keyword}${askNearest(keyword, known)}`;

const boundOf = (gate: BaselineGate) => (gate.gate === "not_worse" ? { min: -gate.by } : { max: gate.max });

function checkPair(pair: PairComparison, gate: BaselineGate, pValue: number): GateVerdict {
  const of = `${pair.b} against ${pair.a}`;
  const keyword = gate.gate === "not_worse" ? undefined : gate.keyword;
  const coverage = pair.coverage.find((one) => one.keyword === (keyword ?? null));
  const unknown = (problem: string, n = 0) =>
    verdictOf(gate, { of, observed: null, interval: null, n, problem }, boundOf(gate));
  const empty = emptySides(pair);
  if (empty.length > 0) return unknown(empty.map((side) => `${side} has no results`).join(", "));
  if (coverage === undefined)
    return unknown(
      keyword === undefined
        ? "there are no results"
        : noSuchKeyword(
            keyword,
            pair.coverage.flatMap((one) => one.keyword ?? []),
          ),
    );
  const counted = eachText(pair);
  const notes = [
    ...(gate.gate === "not_worse" || counted === "" ? [] : [`these are questions${counted}`]),
    ...notesOf(pair, coverage),
  ];
  const found = { of, problem: null, notes, ...observedOf(pair, gate, coverage) };
  const verdict =
    gate.gate === "not_worse" ? notWorse(gate, found, pValue) : countVerdict(gate, found, coverage);
  if (!verdict.met && found.n > 0) return verdict;
  const problem = tooLittle(gate, pair, coverage);
  return problem === null ? verdict : unknown([problem, ...notes].join("; "), found.n);
}

function observedOf(
  pair: PairComparison,
  gate: BaselineGate,
  coverage: Coverage,
): Pick<Observed, "observed" | "interval" | "n"> {
  const { difference: observed, interval, pairs } = pair.passes;
  if (gate.gate === "not_worse") return { observed, interval, n: pairs };
  const { keyword } = gate;
  const questions = gate.gate === "no_broken" ? pair.broken : pair.newFailures;
  const meant = questions.filter(({ keywords }) => keyword === undefined || keywords.includes(keyword));
  const n = gate.gate === "no_broken" ? coverage.decided : coverage.toVerifyB;
  return { observed: meant.length, interval: null, n };
}

function notWorse(gate: Extract<Gate, { gate: "not_worse" }>, found: Observed, pValue: number): GateVerdict {
  const verdict = verdictOf(gate, found, boundOf(gate));
  const mayBeChance = found.observed !== null && pValue > innerShare("alpha", gate.alpha);
  return verdict.met || !mayBeChance ? verdict : { ...verdict, met: true, conclusive: false };
}

/** A count is certain where it is not met, or would be met even if all that cannot be compared counted too. */
function countVerdict(
  gate: Exclude<BaselineGate, { gate: "not_worse" }>,
  found: Observed,
  { absent, decidedA, decided, lacking }: Coverage,
): GateVerdict {
  const verdict = verdictOf(gate, found, boundOf(gate));
  const undecided = lacking.filter(({ side, outcome }) => side === "a" && outcome !== "unscored");
  const unseen =
    gate.gate === "no_broken"
      ? decidedA - decided
      : undecided.reduce((sum, { count }) => sum + count, absent);
  return { ...verdict, conclusive: !verdict.met || (found.observed ?? 0) + unseen <= gate.max };
}

/** Why there is too little to tell by; null where there is enough. */
function tooLittle(gate: BaselineGate, pair: PairComparison, coverage: Coverage): string | null {
  const { questionsA, absent, decidedA, decided, pairs, toVerifyB } = coverage;
  if (questionsA === absent) return "the sides have no question in common";
  const { minMatched = defaultMinMatched } = gate;
  const atLeast = (count: number, of: number, what: string) =>
    count >= minMatched * of
      ? null
      : `only ${count} of ${questionsText(of, pair)} ${what}, and ${Number(percentText(minMatched, 1))} % are wanted`;
  if (gate.gate === "no_new_failures") {
    if (toVerifyB === 0) return "no result has a template to verify";
    if (decidedA === 0) return "the baseline has no verdict of any question";
    return atLeast(questionsA - absent, questionsA, "are in both");
  }
  if (pairs === 0) return "no question has a verdict on both sides";
  return atLeast(decided, decidedA, "have a verdict on both sides");
}

/** `54 questions by model`, where a question counts once for each of several models, or judges, that were matched. */
const questionsText = (count: number, pair: PairComparison): string =>
  `${pluralize(count, "question")}${eachText(pair)}`;

function eachText({ modelsA, judgesA }: PairComparison): string {
  const each = [...(modelsA.length > 1 ? ["model"] : []), ...(judgesA.length > 1 ? ["judge"] : [])];
  return each.length === 0 ? "" : ` by ${each.join(" and ")}`;
}

/** What the figures do not tell of: questions the run lacks, and matched results without a verdict, with why. */
function notesOf(pair: PairComparison, { absent, questionsA, lacking }: Coverage): readonly string[] {
  const { a, b } = pair;
  const without = (["a", "b"] as const).flatMap((side) => {
    const found = lacking.filter((one) => one.side === side);
    const why = found.map(({ outcome, count }) => `${count} ${outcome.replaceAll("_", " ")}`).join(", ");
    return found.length === 0 ? [] : [`without a verdict in ${side === "a" ? a : b}: ${why}`];
  });
  return [
    ...(absent === 0 ? [] : [`${absent} of ${questionsText(questionsA, pair)} of ${a} are not in ${b}`]),
    ...without,
  ];
}
