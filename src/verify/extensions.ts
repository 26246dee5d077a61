import type { ModelInterface } from "../models/definition/index.ts";
import type { AnyStage } from "../pipeline/index.ts";

/** What a run has beside what is built in. */
export interface RunExtensions {
  /** Further ways to reach models, which configurations and presets may name; see `defineInterface`. */
  readonly interfaces?: readonly ModelInterface[];
  /**
   * The stages of every pipeline. It is given the built-in ones in their order and returns those that are to run: called
   * once for each list of stages that the run's rubrics ask for.
   *
   * @example
   * (builtIn) => builtIn.toSpliced(-1, 0, wordLimit) // before FinalizeResult, which stays last
   */
  readonly stages?: ((builtIn: readonly AnyStage[]) => readonly AnyStage[]) | undefined;
}

/**
 * What a module of the user's own adds to runs: its default export, for `karenina.config.ts` and `--plugin`.
 *
 * @example
 * export default defineConfig({ stages: (builtIn) => builtIn.toSpliced(-1, 0, wordLimit) });
 */
export function defineConfig(config: RunExtensions): RunExtensions {
  return config;
}

/** Several as one: the interfaces of all; the stages of each are given those that the ones before it have returned. */
export function combineExtensions(all: readonly RunExtensions[]): RunExtensions {
  const stages = all.flatMap((one) => one.stages ?? []);
  return {
    interfaces: all.flatMap((one) => one.interfaces ?? []),
    ...(stages.length > 0 && {
      stages: (builtIn: readonly AnyStage[]) => stages.reduce((before, extend) => extend(before), builtIn),
    }),
  };
}
