import type { WorkspacePlan } from "../agents/plan-workspaces.ts";
import { agenticTraits, type TraitModels } from "../agents/trait-models.ts";
import { judgedTraits, type QuestionWithRubric } from "../rubrics/plan-rubrics.ts";
import { deepJudgedTraits } from "../running/deep-judged-traits.ts";
import { rubricDeepJudgment } from "../running/deep-judgment-options.ts";
import { searchNeeds } from "../running/search-needs.ts";
import type { ResolvedConfig } from "../verification/resolved-config.ts";

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
  readonly traitModels: TraitModels;
}

/** Looks at a run that is planned. */
export function runOutline(
  planned: readonly QuestionWithRubric[],
  config: ResolvedConfig,
  {
    workspaces,
    traitModels,
    showsExamples,
  }: { readonly workspaces: WorkspacePlan | null } & Pick<RunOutline, "traitModels" | "showsExamples">,
): RunOutline {
  const rubrics = new Set(planned.flatMap(({ rubric }) => rubric ?? []));
  const types = new Set([...rubrics].flatMap(judgedTraits).map(({ type }) => type));
  const options = rubricDeepJudgment(config, null);
  const deep = options === undefined ? [] : deepJudgedTraits(planned, options);
  return {
    config,
    hasLlmTraits: types.has("llm"),
    asksAboutTraits: types.has("llm") || types.has("metric"),
    hasAgenticTraits: agenticTraits(planned).size > 0,
    deepJudged: {
      any: deep.length > 0,
      withExcerpts: deep.some(({ excerptEnabled }) => excerptEnabled),
      lookedUp: searchNeeds(config, planned).rubric,
    },
    hasWorkspaces: workspaces !== null,
    showsExamples,
    traitModels,
  };
}
