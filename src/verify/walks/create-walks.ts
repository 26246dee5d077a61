import { type Clock, isoTimestamp } from "../../base/index.ts";
import {
  type AnsweringModel,
  configuredModelId,
  type OpeningStep,
  openingRecord,
  type ParsingModel,
  type PipelineOptions,
  type Task,
  walkKey,
} from "../../pipeline/index.ts";
import type { CallObserver } from "../../ports/index.ts";
import type { StageRecord, VerificationResult } from "../../result/index.ts";
import type { EndedWalk, PlannedWalks, TurnStep, WalkGuide, WalkPlace } from "../../run/index.ts";
import {
  type Advanced,
  advance,
  type ScenarioState,
  startWalk,
  type WalkTools,
  walkLimit,
} from "../../scenario/index.ts";
import type { PlannedScenario } from "../scenarios/plan-scenarios.ts";
import { type BeginContext, type BegunTurn, beginTurn } from "./begin-turn.ts";
import { stateAsked } from "./state-asked.ts";
import { turnOutcome } from "./turn-outcome.ts";
import { type WalkEnd, walkRecord } from "./walk-record.ts";
import { type WalkWorkspace, walkWorkspace } from "./walk-workspace.ts";

/** The walks of a run. */
export interface Walks extends WalkGuide {
  readonly planned: readonly PlannedWalks[];
  /**
   * Goes on with a walk that an earlier part of the run has begun.
   *
   * @param left the results of its turns, and what was done beside them
   * @returns the walk where it has ended with them; undefined: turns are left
   */
  resume(
    scenario: string,
    place: WalkPlace,
    left: { readonly turns: readonly VerificationResult[]; readonly stages: readonly StageRecord[] },
  ): Promise<EndedWalk | undefined>;
  /** The task of a turn with all that is shown, and what was done before; no task: its walk is over. */
  begin(
    task: Task,
    context: { readonly signal: AbortSignal; readonly observer: CallObserver },
  ): Promise<Pick<BegunTurn, "task"> & Pick<BeginContext, "opening">>;
}

/** What walks are made with. */
export interface WalksOptions {
  readonly scenarios: readonly PlannedScenario[];
  readonly answering: readonly AnsweringModel[];
  readonly parsing: readonly ParsingModel[];
  /** Models that speak for simulated users or judge at single nodes and are no judges of the run, by id. */
  readonly furtherJudges: ReadonlyMap<string, ParsingModel>;
  readonly tools: WalkTools;
  readonly turnLimit: number;
  readonly runName: string | null;
  readonly options: PipelineOptions;
  readonly clock: Clock;
}

/** A walk that has begun. */
interface LiveWalk {
  readonly scenario: PlannedScenario;
  readonly place: WalkPlace;
  readonly workspace: WalkWorkspace;
  state: ScenarioState;
  seconds: number;
  warnings: readonly string[];
  arrivals: readonly (number | null)[];
  /** What was done for the latest turn before its stages; empty where that stands in its result. */
  opening: readonly OpeningStep[];
  /** What an earlier part of the run has done beside its turns. */
  readonly earlier: readonly StageRecord[];
}

/** Makes the walks of a run. Only those that are under way are in memory. */
export function createWalks(options: WalksOptions): Walks {
  const { scenarios, parsing, answering, furtherJudges, tools, turnLimit, clock } = options;
  const hasFolders = options.options.workspaces !== undefined;
  const byName = new Map(scenarios.map((scenario) => [scenario.definition.name, scenario]));
  const live = new Map<string, LiveWalk>();
  const begun = new WeakMap<Task, BegunTurn>();

  const judgeOf = (name: string | undefined, usual: ParsingModel): ParsingModel =>
    name === undefined ? usual : (parsing.find(({ id }) => id === name) ?? furtherJudges.get(name) ?? usual);

  /** A node's own model under test, asked as the walk's is where the run has several prompts. */
  function answererOf(name: string | undefined, usual: AnsweringModel): AnsweringModel {
    if (name === undefined) return usual;
    const named = answering.filter((model) => model.id === name || configuredModelId(model) === name);
    return named.find(({ prompt }) => prompt?.id === usual.prompt?.id) ?? named[0] ?? usual;
  }

  function taskAt({ definition, questions }: PlannedScenario, state: ScenarioState, place: WalkPlace): Task {
    const node = definition.nodes.find(({ id }) => id === state.currentNode);
    const planned = questions.get(state.currentNode);
    if (node === undefined || planned === undefined)
      throw new RangeError(`The scenario ${definition.name} has no node ${state.currentNode}.`);
    return {
      ...planned,
      answering: answererOf(node.models?.answering, place.answering),
      parsing: judgeOf(node.models?.parsing, place.parsing),
      replicate: place.replicate,
      runName: options.runName,
      options: options.options,
      turn: {
        scenario: definition.name,
        node: node.id,
        number: state.turn,
        limit: walkLimit(definition, turnLimit),
        path: state.path,
        walk: { answering: place.answering.id, parsing: place.parsing.id },
        // walks of several judges part, and each needs its folder as its own turns have left it
        sharesAnswers: parsing.length > 1 && !hasFolders,
      },
    };
  }

  const fresh = (
    scenario: PlannedScenario,
    place: WalkPlace,
    earlier: LiveWalk["earlier"] = [],
  ): LiveWalk => ({
    ...{ scenario, place, workspace: walkWorkspace(), state: startWalk(scenario.definition) },
    ...{ seconds: 0, warnings: [], arrivals: [], opening: [], earlier },
  });

  function walkOf(task: Task): LiveWalk {
    const key = keyOf(task);
    const known = live.get(key);
    if (known !== undefined) return known;
    const scenario = byName.get(task.turn?.scenario ?? "");
    const judge = parsing.find(({ id }) => id === task.turn?.walk.parsing);
    const model = answering.find(({ id }) => id === task.turn?.walk.answering);
    if (scenario === undefined || judge === undefined || model === undefined)
      throw new RangeError(`The run has no walk ${key}.`);
    const walk = fresh(scenario, { answering: model, parsing: judge, replicate: task.replicate });
    live.set(key, walk);
    return walk;
  }

  /** A walk with one turn more. */
  async function taken(walk: LiveWalk, from: ScenarioState, result: VerificationResult): Promise<Advanced> {
    const { definition } = walk.scenario;
    const node = definition.nodes.find(({ id }) => id === from.currentNode);
    if (node === undefined)
      throw new RangeError(`The scenario ${definition.name} has no node ${from.currentNode}.`);
    walk.seconds += result.metadata.executionTime;
    walk.arrivals = [...walk.arrivals, from.arrivedBy];
    return advance(definition, from, turnOutcome(node, result), { tools, turnLimit });
  }

  async function ended(key: string, walk: LiveWalk, end: WalkEnd): Promise<EndedWalk> {
    live.delete(key);
    const left = await walk.workspace.release();
    const stages = [...walk.earlier, ...walk.opening.map(openingRecord)];
    const beside = stages.reduce((seconds, { durationMs }) => seconds + durationMs / 1000, 0);
    const notes = {
      ...walk.place,
      runName: options.runName,
      timestamp: isoTimestamp(clock),
      executionTime: walk.seconds + beside,
      stages,
      warnings: [...walk.warnings, ...left],
      arrivals: walk.arrivals,
    };
    return { key, record: await walkRecord(walk.scenario.definition, walk.state, end, notes, tools) };
  }

  return {
    planned: scenarios.map((scenario) => ({
      scenario: scenario.definition.name,
      firstTurn(place) {
        const first = taskAt(scenario, startWalk(scenario.definition), place);
        const known = live.get(keyOf(first));
        return known === undefined ? first : taskAt(scenario, known.state, place);
      },
    })),

    async resume(name, place, { turns, stages }) {
      const scenario = byName.get(name);
      // a folder is as nobody knows what has left it: such a walk begins anew
      if (scenario === undefined || turns.length === 0 || hasFolders) return undefined;
      const walk = fresh(scenario, place, stages);
      const key = keyOf(taskAt(scenario, walk.state, place));
      for (const result of turns) {
        const from = await stateAsked(scenario.definition, walk.state, result, { tools, turnLimit });
        // what the log says cannot have come about by this scenario: from there on it is walked anew
        if (from === undefined) break;
        const { state, next, warnings } = await taken(walk, from.state, result);
        walk.state = state;
        walk.warnings = [...walk.warnings, ...from.warnings, ...warnings];
        if (next.kind === "end") return ended(key, walk, next);
      }
      live.set(key, walk);
      return undefined;
    },

    async begin(task, { signal, observer }) {
      const walk = walkOf(task);
      const opening: OpeningStep[] = [];
      walk.opening = opening;
      const turn = await beginTurn(walk.state, {
        ...{ tools, turnLimit, signal, observer, clock, opening },
        definition: walk.scenario.definition,
        workspace: walk.workspace,
        files: [...walk.scenario.questions.values()].flatMap(({ attachments = [] }) => attachments),
        taskAt: (state) => taskAt(walk.scenario, state, walk.place),
        userModelOf: ({ parsing: judge }, name) => judgeOf(name, judge),
      });
      begun.set(task, turn);
      return { task: turn.task, opening };
    },

    async follow(task, result): Promise<TurnStep> {
      const walk = walkOf(task);
      const key = keyOf(task);
      const turn = begun.get(task);
      if (turn === undefined) throw new RangeError(`The turn ${key} has not begun.`);
      walk.warnings = [...walk.warnings, ...turn.warnings];
      if (result === undefined) {
        walk.state = turn.state;
        return { kind: "end", walk: await ended(key, walk, turn.end ?? { status: "completed" }) };
      }
      walk.opening = [];
      const { state, next, warnings } = await taken(walk, turn.state, result);
      walk.state = state;
      walk.warnings = [...walk.warnings, ...warnings];
      if (next.kind === "end") return { kind: "end", walk: await ended(key, walk, next) };
      return { kind: "turn", task: taskAt(walk.scenario, state, walk.place) };
    },

    async again(task) {
      const walk = walkOf(task);
      if (!walk.workspace.isOpen) return task;
      // nobody knows what the turn has done to the files: the walk begins anew
      await walk.workspace.release();
      const anew = { ...fresh(walk.scenario, walk.place, walk.earlier), opening: walk.opening };
      live.set(keyOf(task), anew);
      return taskAt(walk.scenario, anew.state, walk.place);
    },

    async cut() {
      const walks: EndedWalk[] = [];
      for (const [key, walk] of [...live])
        if (walk.state.turn > 0) walks.push(await ended(key, walk, { status: "timeout" }));
      return walks;
    },
  };
}

const keyOf = (task: Task): string => walkKey(task) ?? "";
