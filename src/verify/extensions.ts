import * as z from "zod";
import { functionLike, KareninaError, type ShapeOf } from "../base/index.ts";
import { isInterfaceDefinition, isOwnSearch, type SearchTools } from "../config/index.ts";
import type { ModelInterface } from "../models/definition/index.ts";
import type { AnyStage } from "../pipeline/index.ts";

/** What a run has beside what is built in. */
export interface RunExtensions {
  /** Further ways to reach models, which configurations and presets may name; see `defineInterface`. */
  readonly interfaces?: readonly ModelInterface[] | undefined;
  /**
   * Searches by the names that `deepJudgmentSearchTool` and `deepJudgmentRubricSearchTool` call them, so that a preset can
   * name one.
   *
   * @example
   * { archive: async (query) => [{ content: await lookUp(query) }] }
   */
  readonly searchTools?: SearchTools | undefined;
  /**
   * The stages of every pipeline. It is given the built-in ones in their order and returns those that are to run: called
   * once for each list of stages that the run's rubrics ask for.
   *
   * @example
   * (builtIn) => builtIn.toSpliced(-1, 0, wordLimit) // before FinalizeResult, which stays last
   */
  readonly stages?: ((builtIn: readonly AnyStage[]) => readonly AnyStage[]) | undefined;
}

/** The same for callers that no compiler has looked at. */
export const extensionMembers = {
  interfaces: z.array(z.custom(isInterfaceDefinition, "expected what defineInterface gives")).optional(),
  searchTools: z
    .record(
      z.string(),
      z.custom(isOwnSearch, "expected a function, or an object with a method that searches"),
    )
    .optional(),
  stages: functionLike.optional(),
} satisfies ShapeOf<RunExtensions>;

/**
 * What a module of the user's own adds to runs: its default export, for `karenina.config.ts` and `--plugin`.
 *
 * @example
 * export default defineConfig({ stages: (builtIn) => builtIn.toSpliced(-1, 0, wordLimit) });
 */
export function defineConfig(config: RunExtensions): RunExtensions {
  return config;
}

/**
 * Several as one: the interfaces and search tools of all; the stages of each are given those that the ones before it have
 * returned.
 *
 * @throws KareninaError `configuration` for two search tools of one name.
 */
export function combineExtensions(all: readonly RunExtensions[]): RunExtensions {
  const stages = all.flatMap((one) => one.stages ?? []);
  return {
    interfaces: all.flatMap((one) => one.interfaces ?? []),
    searchTools: Object.fromEntries(
      withoutTwins(all.flatMap(({ searchTools = {} }) => Object.entries(searchTools))),
    ),
    ...(stages.length > 0 && {
      stages: (builtIn: readonly AnyStage[]) => stages.reduce((before, extend) => extend(before), builtIn),
    }),
  };
}

function withoutTwins<T>(entries: readonly (readonly [string, T])[]): readonly (readonly [string, T])[] {
  const names = entries.map(([name]) => name);
  const twin = names.find((name, place) => names.indexOf(name) < place);
  if (twin === undefined) return entries;
  throw new KareninaError("configuration", `There are two search tools ${JSON.stringify(twin)}.`);
}
