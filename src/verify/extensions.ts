import type { ModelInterface } from "../models/definition/index.ts";
import type { AnyStage } from "../pipeline/index.ts";

/** What a run has beside what is built in. */
export interface RunExtensions {
  /** Further ways to reach models. */
  readonly interfaces?: readonly ModelInterface[];
  /** The stages of every pipeline, given those that are built in, in their order. */
  readonly stages?: (builtIn: readonly AnyStage[]) => readonly AnyStage[];
}
