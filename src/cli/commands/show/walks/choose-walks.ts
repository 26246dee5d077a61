import {
  canonicalKey,
  displayString,
  type ModelIdentity,
  type ResultsFile,
  type ScenarioExecutionResult,
  walkId,
} from "../../../../result/index.ts";
import { usageError } from "../../../failure.ts";
import { chooseName, type Named, placeText } from "../choose-name.ts";
import type { ShowOptions } from "../show-command.ts";

/** A walk with its place among those of the file, from 0. */
export interface PlacedWalk {
  readonly place: number;
  readonly walk: ScenarioExecutionResult;
}

/** The walks that options choose; all of the file's names are in `models` and `judges`. */
export interface ChosenWalks {
  readonly walks: readonly PlacedWalk[];
  readonly models: ReadonlySet<string>;
  readonly judges: ReadonlySet<string>;
}

type Choice = Pick<ShowOptions, "walk" | "scenario" | "model" | "judge" | "replicate" | "limit">;

/**
 * Reads the walks of a file once, and gives those that options choose.
 *
 * @param hint what to do when an option means nothing in these results, or several things
 * @throws KareninaError `configuration` in those cases.
 */
export async function chooseWalks(options: Choice, file: ResultsFile, hint: string): Promise<ChosenWalks> {
  const all: PlacedWalk[] = [];
  for await (const walk of file.walks()) all.push({ place: all.length, walk });
  const of = (side: "answering" | "parsing") => all.flatMap(({ walk }) => walk[side] ?? []);
  const scenarios = new Map(all.map(({ walk: { scenarioId } }) => [scenarioId, named(scenarioId)]));
  const choose = (wanted: string | undefined, option: string, noun: string, among: Iterable<Named>) =>
    wanted === undefined ? undefined : chooseName(wanted, { option, noun, among: [...among], hint });
  const chosen = {
    scenario: choose(options.scenario, "--scenario", "scenario", scenarios.values()),
    model: choose(options.model, "--model", "model", of("answering").map(namedModel)),
    judge: choose(options.judge, "--judge", "judge", of("parsing").map(namedModel)),
  };
  const isModel = (keys: ReadonlySet<string> | undefined, model: ModelIdentity | null) =>
    keys === undefined || (model !== null && keys.has(canonicalKey(model)));
  const walks = all.filter(
    ({ place, walk }) =>
      isPlaced(options.walk, place, walk) &&
      chosen.scenario?.has(walk.scenarioId) !== false &&
      isModel(chosen.model, walk.answering) &&
      isModel(chosen.judge, walk.parsing) &&
      (options.replicate === undefined || options.replicate === walk.replicate),
  );
  if (walks.length === 0 && all.length > 0)
    throw usageError(
      options.walk === undefined
        ? "No walk has all that was asked for."
        : `--walk: no walk has the place or id "${options.walk}"; there are ${all.length}, from 0.`,
      hint,
    );
  return {
    walks: walks.slice(0, options.limit),
    models: new Set(of("answering").map(displayString)),
    judges: new Set(of("parsing").map(displayString)),
  };
}

function isPlaced(given: string | undefined, place: number, walk: ScenarioExecutionResult): boolean {
  if (given === undefined) return true;
  const name = given.trim();
  return placeText(name) === String(place) || walkId(walk) === name;
}

const named = (name: string): Named => ({ key: name, names: [name] });

const namedModel = (model: ModelIdentity): Named => ({
  key: canonicalKey(model),
  names: [...(model.configId === null ? [] : [model.configId]), model.modelName, displayString(model)],
});
