import type { ResolvedModel } from "../../models/definition/index.ts";
import type { ResolvedConfig } from "./resolved-config.ts";

/** What of a run decides whether a setting does anything. */
export interface RunOutline {
  readonly config: ResolvedConfig;
  readonly hasLlmTraits: boolean;
  /** A model is asked about traits, agentic ones apart. */
  readonly asksAboutTraits: boolean;
  readonly hasAgenticTraits: boolean;
  /** Of the traits that are judged from passages. */
  readonly deepJudged: { readonly any: boolean; readonly withExcerpts: boolean; readonly lookedUp: boolean };
  /** An agent of the run works in a folder. */
  readonly hasWorkspaces: boolean;
  /** Examples are shown before a question of the run. */
  readonly showsExamples: boolean;
  readonly hasScenarios: boolean;
  /** Models that investigate traits in place of the judges. */
  readonly traitModels: ReadonlyMap<string, ResolvedModel>;
}
