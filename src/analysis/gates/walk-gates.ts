import { askNearest } from "../../base/index.ts";
import type { RunSummary } from "../summary/summary-tally.ts";
import type { WalkNumbers } from "../walks/walk-numbers.ts";
import type { Gate } from "./gate.ts";
import { type GateVerdict, type Observed, verdictOf } from "./gate-verdict.ts";
import { meantModels } from "./meant-models.ts";

/** Gates about walks through scenarios. */
export type WalkGate = Extract<Gate, { gate: "walk_completion" | "walk_success" | "walk_outcome" }>;

/** Holds walks against a bound: those of all models together, of one, or of each pair of models. */
export function checkWalkGate(summary: RunSummary, gate: WalkGate): readonly GateVerdict[] {
  const bounds = boundsOf(gate);
  return walkScopes(summary, gate).flatMap(({ of, numbers, problem }) => {
    const found = numbers === null ? [{ of, ...nothing(problem) }] : observedOf(numbers, gate, of);
    return found.flatMap((one) => bounds.map((bound) => verdictOf(gate, one, bound)));
  });
}

function boundsOf(gate: WalkGate) {
  if (gate.gate !== "walk_outcome") return [{ min: gate.min }];
  const { min, max } = gate;
  return [...(min === undefined ? [] : [{ min }]), ...(max === undefined ? [] : [{ max }])];
}

const nothing = (problem: string): Omit<Observed, "of"> => ({
  observed: null,
  interval: null,
  n: 0,
  problem,
});

interface WalkScope {
  readonly of: string;
  readonly numbers: WalkNumbers | null;
  /** Why there are no numbers. */
  readonly problem: string;
}

function walkScopes(summary: RunSummary, { model }: WalkGate): readonly WalkScope[] {
  const { scenarios } = summary;
  const problem = "the run has no walks through scenarios";
  if (scenarios === null) return [{ of: model ?? "overall", numbers: null, problem }];
  if (model === undefined) return [{ of: "overall", numbers: scenarios.overall, problem }];
  const meant = meantModels(summary, model);
  const found = scenarios.pairs.filter(({ answering }) => answering !== null && meant.has(answering));
  if (found.length === 0) return [{ of: model, numbers: null, problem: "no walk of the model has ended" }];
  return found.map((numbers) => ({
    of: `${numbers.answering}, judged by ${numbers.parsing}`,
    numbers,
    problem,
  }));
}

function observedOf(numbers: WalkNumbers, gate: WalkGate, of: string): readonly Observed[] {
  if (gate.gate === "walk_outcome") return criteriaOf(numbers, gate, of);
  const share = gate.gate === "walk_completion" ? numbers.completed : numbers.successful;
  const { rate: observed, interval, of: n } = share;
  if (n === 0) return [{ of, ...nothing("no walk says anything of the model") }];
  const left = numbers.walks - n;
  const notes = left === 0 ? [] : [`${left} of ${numbers.walks} walks say nothing of the model`];
  return [{ of, observed, interval, n, problem: null, notes }];
}

/** What a criterion says in each scenario that is meant; a criterion of one name may ask something else in each. */
function criteriaOf(
  { outcomes }: WalkNumbers,
  gate: Extract<WalkGate, { gate: "walk_outcome" }>,
  of: string,
): readonly Observed[] {
  const { outcome, scenario } = gate;
  const inScenario = outcomes.filter((one) => scenario === undefined || one.scenario === scenario);
  if (scenario !== undefined && inScenario.length === 0) {
    const near = askNearest(scenario, [...new Set(outcomes.map((one) => one.scenario))]);
    return [{ of, ...nothing(`no walk through a scenario ${scenario} has a criterion${near}`) }];
  }
  const found = Map.groupBy(
    inScenario.filter((one) => one.outcome === outcome),
    (one) => one.scenario,
  );
  if (found.size === 0) {
    const near = askNearest(outcome, [...new Set(inScenario.map((one) => one.outcome))]);
    return [{ of, ...nothing(`no walk has a criterion ${outcome}${near}`) }];
  }
  return Array.from(found, ([name, kinds]) => ({
    of: `${of}, scenario ${name}`,
    ...(kinds.length > 1
      ? nothing(`${outcome} is true or false in some walks and a number in others`)
      : criterionOf(kinds[0], gate)),
  }));
}

function criterionOf(
  found: WalkNumbers["outcomes"][number] | undefined,
  { outcome, min, max }: Extract<WalkGate, { gate: "walk_outcome" }>,
): Omit<Observed, "of"> {
  if (found === undefined) return nothing(`no walk has a criterion ${outcome}`);
  const { interval } = found;
  if (found.kind === "number") return { observed: found.mean, interval, n: found.n, problem: null };
  if ([min, max].some((bound) => bound !== undefined && (bound < 0 || bound > 1)))
    return nothing(`${outcome} is true or false, and its share from 0 to 1`);
  return { observed: found.rate, interval, n: found.of, problem: null };
}
