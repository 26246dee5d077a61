import type { BenchmarkContent, Question } from "../../benchmark/index.ts";
import { modelDefaults, type ResolvedConfig } from "../../config/index.ts";
import {
  allTraits,
  asksForDeepJudgment,
  type RubricTrait,
  showsGroundTruth,
  traitObstacle,
} from "../../rubric/index.ts";
import { listedNames } from "../listed-names.ts";
import { judgedTraits, type QuestionWithRubric } from "../rubrics/plan-rubrics.ts";
import { benchmarkTraits, ownTraits } from "../rubrics/question-rubric.ts";
import { customTraitWarnings } from "./custom-trait-warnings.ts";
import type { Pipelines } from "./pipelines.ts";

/** What a benchmark leaves out of a run's results, or shows a judge, though nothing is wrong with the settings; one sentence each. */
export function runWarnings(
  content: BenchmarkContent,
  planned: readonly QuestionWithRubric[],
  config: ResolvedConfig,
  pipelines: Pick<Pipelines, "ownStagesReadAnswers"> & AskedAnyway,
): readonly string[] {
  return [
    ...obstacleWarnings(planned),
    ...shownAnswers(planned),
    ...rubricWarnings(content, planned, config, pipelines),
    ...fewShotWarnings(content, config),
    ...replacedPrompts(planned, config),
    ...askingInVain(planned, config),
    ...customTraitWarnings(content, config),
  ];
}

/** Questions that are asked also where nothing is to be judged. */
interface AskedAnyway {
  readonly asksAnyway: ReadonlySet<Question>;
}

function obstacleWarnings(planned: readonly QuestionWithRubric[]): readonly string[] {
  const rubrics = new Set(planned.flatMap(({ rubric }) => rubric ?? []));
  const found = [...rubrics].flatMap(judgedTraits).flatMap((trait) => {
    const obstacle = traitObstacle(trait);
    return obstacle === undefined
      ? []
      : [`The trait ${JSON.stringify(trait.name)} gets no value: ${obstacle}.`];
  });
  return [...new Set(found)];
}

function rubricWarnings(
  content: BenchmarkContent,
  planned: readonly QuestionWithRubric[],
  { evaluationMode, abstentionEnabled }: ResolvedConfig,
  { ownStagesReadAnswers, asksAnyway }: Pick<Pipelines, "ownStagesReadAnswers"> & AskedAnyway,
): readonly string[] {
  if (evaluationMode === "template_only") {
    const sets = [benchmarkTraits(content), ...planned.map(({ question }) => ownTraits(question))];
    const traits = sets.some(
      ({ rubric, dynamic }) => allTraits(rubric).length + allTraits(dynamic).length > 0,
    );
    return traits
      ? [
          "The benchmark has rubrics; they are not judged in evaluation mode template_only; --evaluation-mode template_and_rubric judges them too.",
        ]
      : [];
  }
  const without = planned.filter(({ rubric }) => rubric === null);
  const isRubricOnly = evaluationMode === "rubric_only";
  const noTraits = without.length === planned.length && !isRubricOnly;
  const unjudged = without.filter(
    ({ question }) => !asksAnyway.has(question) && (isRubricOnly || question.template === undefined),
  );
  return [
    ...(noTraits ? ["No question of the run has a trait: only templates are judged."] : []),
    ...(unjudged.length === 0 || ownStagesReadAnswers
      ? []
      : [unjudgedText(unjudged, { evaluationMode, abstentionEnabled })]),
  ];
}

function unjudgedText(
  unjudged: readonly QuestionWithRubric[],
  { evaluationMode, abstentionEnabled }: Pick<ResolvedConfig, "evaluationMode" | "abstentionEnabled">,
): string {
  const lack = evaluationMode === "rubric_only" ? "no trait" : "neither a template nor a trait";
  const names = listedNames(unjudged.map(({ question }) => question.id));
  return abstentionEnabled
    ? `Only refusals are looked for where there is ${lack}: ${names}.`
    : `Nothing is judged, and no answer is asked for, where there is ${lack}: ${names}.`;
}

function fewShotWarnings(content: BenchmarkContent, { fewShotConfig }: ResolvedConfig): readonly string[] {
  const known = new Set(content.questions.map(({ id }) => id));
  const unknown = Object.keys(fewShotConfig?.questionConfigs ?? {}).filter((id) => !known.has(id));
  if (unknown.length === 0 || fewShotConfig?.source === "disabled") return [];
  return [
    `The few-shot configuration names questions that the benchmark does not have: ${listedNames(unknown)}.`,
  ];
}

/** Traits of a benchmark whose judge sees the ground truth, which no setting of the run says. */
function shownAnswers(planned: readonly QuestionWithRubric[]): readonly string[] {
  const names = namesOf(planned, showsGroundTruth);
  if (names.length === 0) return [];
  return [
    `The judge of ${names.length === 1 ? "the trait" : "the traits"} ${listedNames(names)} sees each question's reference answer: the benchmark sets include_ground_truth.`,
  ];
}

/** System prompts of models that some questions put their own in place of. */
function replacedPrompts(
  planned: readonly QuestionWithRubric[],
  { answeringModels }: ResolvedConfig,
): readonly string[] {
  const own = planned.filter(({ question }) => question.systemPrompt !== undefined);
  const replaced = answeringModels.filter(
    ({ systemPrompt }) => systemPrompt !== null && systemPrompt !== modelDefaults.answeringSystemPrompt,
  );
  if (own.length === 0 || replaced.length === 0) return [];
  const models = listedNames(replaced.map(({ id }) => id));
  const ids = listedNames(own.map(({ question }) => question.id));
  return [`The system prompt of ${models} is not used where a question has its own: ${ids}.`];
}

/** Traits that ask for deep judgment where the run has none. */
function askingInVain(
  planned: readonly QuestionWithRubric[],
  { deepJudgmentRubricMode: mode }: ResolvedConfig,
): readonly string[] {
  if (mode !== "disabled") return [];
  const names = namesOf(planned, asksForDeepJudgment);
  if (names.length === 0) return [];
  return [
    `${names.length === 1 ? "The trait" : "The traits"} ${listedNames(names)} ${names.length === 1 ? "asks" : "ask"} for deep judgment and ${names.length === 1 ? "is" : "are"} judged without it: deep_judgment_rubric_mode is disabled; set it to use_checkpoint.`,
  ];
}

/** The quoted names of the traits of a run that a benchmark has marked so. */
function namesOf(
  planned: readonly QuestionWithRubric[],
  isMarked: (trait: RubricTrait) => boolean,
): readonly string[] {
  const traits = planned.flatMap(({ rubric }) => (rubric === null ? [] : judgedTraits(rubric)));
  return [...new Set(traits.filter(isMarked).map(({ name }) => JSON.stringify(name)))];
}
