import { isSuccessful, type RunSummary, type WalkNumbers, walkReasons } from "../../analysis/index.ts";
import { type DrawnScenario, type ScenarioExecutionResult, walkId } from "../../result/index.ts";
import { isDrawable, svgText } from "../../scenario/index.ts";
import { userStopText } from "../text/simulated-user.ts";
import {
  byScenario,
  cutShortText,
  turnsToSuccessText,
  walkOutcomeText,
  walksText,
} from "../text/walk-text.ts";

/** What a page says of the walks of a run. */
export interface WalksView {
  /** Place of the run. */
  readonly run: number;
  /** What was walked, in a line. */
  readonly about: string;
  /** A line per model and judge, as texts. */
  readonly models: readonly {
    readonly model: string;
    readonly completed: string;
    readonly successful: WalkNumbers["successful"];
    readonly turnsToSuccess: string;
    readonly cutShort: string;
    /** What each criterion says, by scenario. */
    readonly scenarios: readonly {
      readonly scenario: string;
      readonly outcomes: readonly { readonly outcome: string; readonly text: string }[];
    }[];
  }[];
  /** Turns of walks that have not ended. */
  readonly unended: number;
  /** Walks that are in no rate. */
  readonly leftOut: number;
}

const dash = "–";

/** The walks of a run as texts; null without any. */
export function walksView(
  summary: RunSummary,
  run: number,
  nameOf: (model: string) => string,
): WalksView | null {
  const { scenarios } = summary;
  if (scenarios === null) return null;
  const severalJudges = new Set(scenarios.pairs.map(({ parsing }) => parsing)).size > 1;
  return {
    run,
    about: walksText(summary, scenarios, { rich: true }),
    models: scenarios.pairs.map((pair) => {
      const model = pair.answering === null ? "unknown model" : nameOf(pair.answering);
      return {
        model: severalJudges && pair.parsing !== null ? `${model} by ${nameOf(pair.parsing)}` : model,
        completed: `${pair.completed.passed}/${pair.walks}`,
        successful: pair.successful,
        turnsToSuccess: turnsToSuccessText(pair, dash),
        cutShort: cutShortText(pair),
        scenarios: byScenario(pair.outcomes).map(([scenario, outcomes]) => ({
          scenario,
          outcomes: outcomes.map((one) => ({ outcome: one.outcome, text: walkOutcomeText(one, dash) })),
        })),
      };
    }),
    unended: scenarios.turns.unended,
    leftOut: scenarios.overall.walks - scenarios.overall.successful.of,
  };
}

/** A walk, as lists and its page need it: what was said in its turns stands with their results. */
export interface IndexedWalk {
  readonly id: string;
  /** Place of the run. */
  readonly run: number;
  readonly scenario: string;
  /** Display strings; null where the file does not say. */
  readonly answering: string | null;
  readonly parsing: string | null;
  readonly replicate: number | null;
  readonly status: ScenarioExecutionResult["status"];
  readonly successful: boolean;
  /** Why it is no success. */
  readonly reasons: readonly string[];
  readonly path: readonly string[];
  /** The places of the turns' results in the index; -1: not there. */
  readonly turns: readonly number[];
  /** The places of the edges that were taken, to each turn and at last to the end; null: not known, or none. */
  readonly taken: readonly (number | null)[];
  readonly outcomes: readonly { readonly outcome: string; readonly value: string; readonly reason: string }[];
  /** Why the simulated user of the last node stopped, in words; null: it did not, or there is none. */
  readonly userStop: string | null;
  readonly warnings: readonly string[];
  /** What was done beside its turns. */
  readonly stages: ScenarioExecutionResult["stages"];
  /** Of its turns and that together; null: not known. */
  readonly seconds: number | null;
  /** The place of the picture of its way, among those of the report; null where nobody knows the graph, or it is too large. */
  readonly picture: number | null;
}

/** A scenario of a run as it is drawn. */
export interface IndexedScenario extends DrawnScenario {
  readonly run: number;
}

/** The graph of a scenario as SVG, with the way of a walk; null where it is too large for a picture. */
export function wayPicture(
  scenario: DrawnScenario,
  { path, history, endedBy }: ScenarioExecutionResult,
): string | null {
  if (!isDrawable(scenario)) return null;
  const taken = [...history.map(({ arrivedBy }) => arrivedBy), endedBy].filter((edge) => edge !== null);
  const end = endedBy === null ? undefined : scenario.edges[endedBy]?.target;
  const nodes = new Set([...path, ...(end === undefined ? [] : [end])]);
  return svgText(scenario, scenario.name, { nodes, edges: new Set(taken) });
}

/** What lists need of a walk. */
export function indexedWalk(
  walk: ScenarioExecutionResult,
  {
    run,
    rowOf,
    nameOf,
    picture,
  }: {
    readonly run: number;
    readonly picture: number | null;
    readonly rowOf: (resultId: string) => number | undefined;
    readonly nameOf: (walk: ScenarioExecutionResult, side: "answering" | "parsing") => string | null;
  },
): IndexedWalk {
  const {
    scenarioId: scenario,
    replicate,
    status,
    path,
    history,
    endedBy,
    warnings,
    stages,
    finalState,
  } = walk;
  const reasons = new Map(Object.entries(walk.outcomeReasons));
  return {
    ...{ id: walkId(walk), run, scenario, replicate, status, path, warnings, stages, picture },
    seconds: walk.executionTime,
    answering: nameOf(walk, "answering"),
    parsing: nameOf(walk, "parsing"),
    successful: isSuccessful(walk),
    userStop: finalState?.userStop == null ? null : userStopText(finalState.userStop),
    reasons: walkReasons(walk),
    turns: history.map(({ verificationResultId }) => rowOf(verificationResultId ?? "") ?? -1),
    taken: [...history.map(({ arrivedBy }) => arrivedBy), endedBy],
    outcomes: Object.entries(walk.outcomeResults).map(([outcome, value]) => ({
      outcome,
      value: typeof value === "string" ? value : JSON.stringify(value),
      reason: reasons.get(outcome) ?? "",
    })),
  };
}
