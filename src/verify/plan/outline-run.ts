import type { ResolvedConfig, RunOutline } from "../../config/index.ts";
import { typesDecidedBy } from "../../rubric/index.ts";
import type { WorkspacePlan } from "../agents/plan-workspaces.ts";
import { agenticTraits } from "../agents/trait-models.ts";
import { judgedTraits, type QuestionWithRubric } from "../rubrics/plan-rubrics.ts";
import { deepJudgedTraits } from "./deep-judged-traits.ts";
import { rubricDeepJudgment } from "./deep-judgment-options.ts";
import { searchNeeds } from "./search-needs.ts";

/** Looks at a run that is planned. */
export function outlineRun(
  planned: readonly QuestionWithRubric[],
  config: ResolvedConfig,
  {
    workspaces,
    traitModels,
    showsExamples,
    hasScenarios,
  }: { readonly workspaces: WorkspacePlan | null } & Pick<
    RunOutline,
    "traitModels" | "showsExamples" | "hasScenarios"
  >,
): RunOutline {
  const rubrics = new Set(planned.flatMap(({ rubric }) => rubric ?? []));
  const types = new Set([...rubrics].flatMap(judgedTraits).map(({ type }) => type));
  const options = rubricDeepJudgment(config, null);
  const deep = options === undefined ? [] : deepJudgedTraits(planned, options);
  return {
    config,
    hasLlmTraits: types.has("llm"),
    asksAboutTraits: typesDecidedBy("judge").some((type) => types.has(type)),
    hasAgenticTraits: agenticTraits(planned).size > 0,
    deepJudged: {
      any: deep.length > 0,
      withExcerpts: deep.some(({ excerptEnabled }) => excerptEnabled),
      lookedUp: searchNeeds(config, planned).rubric,
    },
    hasWorkspaces: workspaces !== null,
    showsExamples,
    hasScenarios,
    traitModels,
  };
}
