import { askNearest, percentText, pluralize } from "../../base/index.ts";
import type { VerdictComparison } from "../compare/compared-values.ts";
import { type Comparison, emptySides, hasQuestions, type PairComparison } from "../compare/comparison.ts";
import type { WalkComparison } from "../compare/walk-comparison.ts";
import { innerShare } from "../statistics/interval.ts";
import { holmAdjust } from "../statistics/pairs/holm.ts";
import type { Gate } from "./gate.ts";
import { type GateVerdict, type Observed, verdictOf } from "./gate-verdict.ts";

type BaselineGate = Extract<Gate, { gate: "not_worse" | "no_broken" | "no_new_failures" }>;

const defaultMinMatched = 0.5;

/** Checks a gate about a baseline, the first side: of each later side, questions and scenarios apart, or not met without. */
export function checkAgainstBaseline(
  comparison: Comparison | undefined,
  gate: BaselineGate,
): readonly GateVerdict[] {
  if (comparison !== undefined) {
    const pairs = comparison.pairs.slice(0, comparison.sides.length - 1);
    const parts = [pairs.flatMap(questionsOf), pairs.flatMap((pair) => scenariosOf(pair, gate))].flatMap(
      (found) => {
        const adjusted = holmAdjust(found.map(({ passes: { test } }) => test?.pValue ?? 1));
        return found.map((part, at) => ({ part, pValue: adjusted[at] ?? 1 }));
      },
    );
    return pairs.flatMap((pair) =>
      parts.filter(({ part }) => part.pair === pair).map(({ part, pValue }) => checkPart(part, gate, pValue)),
    );
  }
  const problem = "there is no baseline to compare with";
  return [verdictOf(gate, { of: "overall", observed: null, interval: null, n: 0, problem }, boundOf(gate))];
}

type Coverage = Omit<PairComparison["coverage"][number], "lacking"> & {
  readonly lacking: readonly { readonly side: "a" | "b"; readonly outcome: string; readonly count: number }[];
};

/** What of two sides a gate looks at: their questions, or their scenarios. */
interface Part {
  readonly pair: PairComparison;
  readonly of: string;
  readonly noun: "question" | "scenario";
  readonly coverage: readonly Coverage[];
  readonly passes: VerdictComparison;
  readonly broken: readonly { readonly keywords: readonly string[] }[];
  readonly newFailures: Part["broken"];
  readonly models: Pick<WalkComparison, "modelsA" | "judgesA">;
}

function questionsOf(pair: PairComparison): readonly Part[] {
  if (pair.walks !== null && !hasQuestions(pair)) return [];
  const { coverage, passes, broken, newFailures } = pair;
  const of = `${pair.b} against ${pair.a}`;
  return [{ pair, of, noun: "question", coverage, passes, broken, newFailures, models: pair }];
}

/** Scenarios have no keywords: a condition on one is about questions, where there are any. */
function scenariosOf(pair: PairComparison, gate: BaselineGate): readonly Part[] {
  const { a, b, walks } = pair;
  const isOfQuestions = hasQuestions(pair) && gate.gate !== "not_worse" && gate.keyword !== undefined;
  if (walks === null || isOfQuestions) return [];
  const { coverage, successful: passes } = walks;
  const broken = walks.broken.map(() => ({ keywords: [] }));
  const newFailures = walks.newFailures.map(() => ({ keywords: [] }));
  const of = `${hasQuestions(pair) ? "walks of " : ""}${b} against ${a}`;
  return [{ pair, of, noun: "scenario", coverage, passes, broken, newFailures, models: walks }];
}

/** Says that a condition is met by nothing, and what was probably meant. */
export const noSuchKeyword = (keyword: string, known: readonly string[]): string =>
  `no question has the keyword ${keyword}${askNearest(keyword, known)}`;

const boundOf = (gate: BaselineGate) => (gate.gate === "not_worse" ? { min: -gate.by } : { max: gate.max });

function checkPart(part: Part, gate: BaselineGate, pValue: number): GateVerdict {
  const { of, pair, noun } = part;
  const keyword = gate.gate === "not_worse" ? undefined : gate.keyword;
  const coverage = part.coverage.find((one) => one.keyword === (keyword ?? null));
  const unknown = (problem: string, n = 0) =>
    verdictOf(gate, { of, observed: null, interval: null, n, problem }, boundOf(gate));
  const empty = emptySides(pair);
  if (empty.length > 0) return unknown(empty.map((side) => `${side} has no results`).join(", "));
  if (coverage === undefined)
    return unknown(
      keyword === undefined
        ? "there are no results"
        : noun === "scenario"
          ? `scenarios have no keywords, so none has ${keyword}`
          : noSuchKeyword(
              keyword,
              part.coverage.flatMap((one) => one.keyword ?? []),
            ),
    );
  const counted = eachText(part);
  const notes = [
    ...(gate.gate === "not_worse" || counted === "" ? [] : [`these are ${noun}s${counted}`]),
    ...notesOf(part, coverage),
  ];
  const found = { of, problem: null, notes, ...observedOf(part, gate, coverage) };
  const verdict =
    gate.gate === "not_worse" ? notWorse(gate, found, pValue) : countVerdict(gate, found, coverage);
  if (!verdict.met && found.n > 0) return verdict;
  const problem = tooLittle(gate, part, coverage);
  return problem === null ? verdict : unknown([problem, ...notes].join("; "), found.n);
}

function observedOf(
  part: Part,
  gate: BaselineGate,
  coverage: Coverage,
): Pick<Observed, "observed" | "interval" | "n"> {
  const { difference: observed, interval, pairs } = part.passes;
  if (gate.gate === "not_worse") return { observed, interval, n: pairs };
  const { keyword } = gate;
  const questions = gate.gate === "no_broken" ? part.broken : part.newFailures;
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
function tooLittle(gate: BaselineGate, part: Part, coverage: Coverage): string | null {
  const { noun } = part;
  const { questionsA, absent, decidedA, decided, pairs, toVerifyB } = coverage;
  if (questionsA === absent) return `the sides have no ${noun} in common`;
  const { minMatched = defaultMinMatched } = gate;
  const atLeast = (count: number, of: number, what: string) =>
    count >= minMatched * of
      ? null
      : `only ${count} of ${countedText(of, part)} ${what}, and ${Number(percentText(minMatched, 1))} % are wanted`;
  if (gate.gate === "no_new_failures") {
    if (toVerifyB === 0) return "no result has a template to verify";
    if (decidedA === 0) return `the baseline has no verdict of any ${noun}`;
    return atLeast(questionsA - absent, questionsA, "are in both");
  }
  if (pairs === 0) return `no ${noun} has a verdict on both sides`;
  return atLeast(decided, decidedA, "have a verdict on both sides");
}

/** `54 questions by model`, where a question counts once for each of several models, or judges, that were matched. */
const countedText = (count: number, part: Part): string => `${pluralize(count, part.noun)}${eachText(part)}`;

function eachText({ models: { modelsA, judgesA } }: Part): string {
  const each = [...(modelsA.length > 1 ? ["model"] : []), ...(judgesA.length > 1 ? ["judge"] : [])];
  return each.length === 0 ? "" : ` by ${each.join(" and ")}`;
}

/** What the figures do not tell of: questions the run lacks, and matched results without a verdict, with why. */
function notesOf(part: Part, { absent, questionsA, lacking }: Coverage): readonly string[] {
  const { a, b } = part.pair;
  const without = (["a", "b"] as const).flatMap((side) => {
    const found = lacking.filter((one) => one.side === side);
    const why = found.map(({ outcome, count }) => `${count} ${outcome.replaceAll("_", " ")}`).join(", ");
    return found.length === 0 ? [] : [`without a verdict in ${side === "a" ? a : b}: ${why}`];
  });
  return [
    ...(absent === 0 ? [] : [`${absent} of ${countedText(questionsA, part)} of ${a} are not in ${b}`]),
    ...without,
  ];
}
