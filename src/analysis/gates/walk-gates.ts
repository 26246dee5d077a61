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
    const found = numbers === null ? nothing(problem) : observedOf(numbers, gate);
    return bounds.map((bound) => verdictOf(gate, { of, ...found }, bound));
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

function observedOf(numbers: WalkNumbers, gate: WalkGate): Omit<Observed, "of"> {
  if (gate.gate !== "walk_outcome") {
    const share = gate.gate === "walk_completion" ? numbers.completed : numbers.successful;
    const { rate: observed, interval, of: n } = share;
    if (n === 0) return nothing("no walk says anything of the model");
    const left = numbers.walks - n;
    const notes = left === 0 ? [] : [`${left} of ${numbers.walks} walks say nothing of the model`];
    return { observed, interval, n, problem: null, notes };
  }
  const ofName = numbers.outcomes.filter(({ outcome }) => outcome === gate.outcome);
  const [found, other] = ofName;
  if (found === undefined) {
    const names = numbers.outcomes.map(({ outcome }) => outcome);
    return nothing(`no walk has a criterion ${gate.outcome}${askNearest(gate.outcome, names)}`);
  }
  if (other !== undefined)
    return nothing(`${gate.outcome} is true or false in some scenarios and a number in others`);
  const { interval } = found;
  const beyond = [gate.min, gate.max].find((bound) => bound !== undefined && (bound < 0 || bound > 1));
  if (found.kind === "boolean" && beyond !== undefined)
    return nothing(`${gate.outcome} is true or false, and its share from 0 to 1`);
  return found.kind === "boolean"
    ? { observed: found.rate, interval, n: found.of, problem: null }
    : { observed: found.mean, interval, n: found.n, problem: null };
}
