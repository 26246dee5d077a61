import {
  type BenchmarkContent,
  type BenchmarkScenario,
  type Question,
  templateIdOf,
} from "../../benchmark/index.ts";
import {
  choiceProblems,
  describeSettingsWithoutEffect,
  fewShotError,
  fewShotExamples,
  type ResolvedConfig,
  type RunSetting,
  type SearchNeeds,
} from "../../config/index.ts";
import type { PlannedQuestion } from "../../run/index.ts";
import { placedNodes } from "../../scenario/index.ts";
import { agenticWarnings } from "../agents/agentic-warnings.ts";
import { planWorkspaces, type WorkspacePlaces, type WorkspacePlan } from "../agents/plan-workspaces.ts";
import { planTraitModels, type TraitModels } from "../agents/trait-models.ts";
import type { RunExtensions } from "../extensions.ts";
import { checkDeepJudgmentNames } from "../rubrics/deep-judgment-names.ts";
import { planRubrics, type QuestionName, type QuestionWithRubric } from "../rubrics/plan-rubrics.ts";
import { nodeQuestions, type PlannedScenario, plannedScenarios } from "../scenarios/plan-scenarios.ts";
import { refuseScenarioObstacles } from "../scenarios/scenario-obstacles.ts";
import { planWalkJudges, type WalkJudges } from "../scenarios/walk-models.ts";
import { outlineRun } from "./outline-run.ts";
import { composePipelines, type Pipelines } from "./pipelines.ts";
import { type AttachmentPlaces, planAttachments } from "./plan-attachments.ts";
import { runWarnings } from "./run-warnings.ts";
import { searchNeeds } from "./search-needs.ts";

/** What is run, before any connection is made. */
export interface RunPlan {
  /** The questions with everything that their tasks have in common. */
  readonly questions: readonly PlannedQuestion[];
  readonly scenarios: readonly PlannedScenario[];
  /** Models under test that nodes of scenarios name as judges and simulated users. */
  readonly walkJudges: WalkJudges;
  readonly pipelines: Pipelines;
  /** What is looked up outside the answers. */
  readonly searches: SearchNeeds;
  /** Models that investigate single traits. */
  readonly traitModels: TraitModels;
  /** Where agents work; null: none does. */
  readonly workspaces: WorkspacePlan | null;
  /** What will be missing from the results and which settings do nothing, a sentence each. */
  readonly warnings: readonly string[];
}

/** What planning may depend on beside the configuration. */
interface RunPlanOptions extends Pick<RunExtensions, "stages"> {
  /** Settings that somebody has named just now: where they do nothing, that is said also of a default. */
  readonly named?: Iterable<RunSetting>;
  /** Default: none. */
  readonly scenarios?: readonly BenchmarkScenario[];
}

/**
 * Puts together what is asked and judged: rubrics, examples, attachments, stages. Asks no model and writes nothing.
 *
 * @param questions of the benchmark; see {@link selectedQuestions}
 * @throws KareninaError `invalid_input` for rubrics that contradict each other or are missing, `configuration` for traits,
 * examples and stages that do not exist, for conversations that a model under test does not take, for agentic traits without an agent, and for agents without a workspace root.
 */
export function planRun(
  config: ResolvedConfig,
  benchmark: { readonly content: BenchmarkContent } & WorkspacePlaces & AttachmentPlaces,
  questions: readonly Question[],
  { named, stages, scenarios = [] }: RunPlanOptions = {},
): RunPlan {
  const nodes = nodeQuestions(scenarios);
  const content =
    nodes.length === 0
      ? benchmark.content
      : { ...benchmark.content, questions: [...benchmark.content.questions, ...nodes] };
  const places = new Map(placedNodes(scenarios).map(({ place, question }) => [question, place]));
  const nameOf: QuestionName = (question) => places.get(question) ?? question.id;
  const judged = planRubrics(content, [...questions, ...nodes], config, nameOf);
  const walkJudges = planWalkJudges(scenarios, config);
  refuseScenarioObstacles(scenarios, config);
  checkDeepJudgmentNames(content, config);
  const traitModels = planTraitModels(judged, config);
  const workspaces = planWorkspaces(judged, config, benchmark, nameOf);
  const attachments = planAttachments([...questions, ...nodes], config, benchmark, nameOf);
  const planned = withExamples(judged, config).map((one): PlannedQuestion => {
    const files = attachments.get(one.question);
    return files === undefined ? one : { ...one, attachments: files };
  });
  const pipelines = composePipelines(
    config,
    judged.map(({ rubric }) => rubric),
    stages,
  );
  const showsExamples = planned.some(({ fewShot }) => fewShot.length > 0);
  return {
    questions: planned.slice(0, questions.length),
    scenarios: plannedScenarios(scenarios, planned.slice(questions.length)),
    walkJudges,
    pipelines,
    searches: searchNeeds(config, judged),
    traitModels,
    workspaces,
    warnings: [
      ...runWarnings(content, judged, config, { ...pipelines, asksAnyway: new Set(nodes) }),
      ...describeSettingsWithoutEffect(
        outlineRun(judged, config, {
          workspaces,
          traitModels,
          showsExamples,
          hasScenarios: scenarios.length > 0,
        }),
        named,
      ),
      ...agenticWarnings(judged, config, workspaces),
    ],
  };
}

function withExamples(
  questions: readonly QuestionWithRubric[],
  { fewShotConfig }: ResolvedConfig,
): readonly PlannedQuestion[] {
  const problems = questions.flatMap(({ question }) => choiceProblems(fewShotConfig, question));
  if (problems.length > 0) throw fewShotError(problems);
  return questions.map(({ question, rubric }) => ({
    question,
    rubric,
    templateId: templateIdOf(question),
    fewShot: fewShotExamples(fewShotConfig, question),
  }));
}
