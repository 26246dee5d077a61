import type { ResolvedConfig } from "../../config/index.ts";
import {
  composeStageNames,
  type RubricOutline,
  StageOrchestrator,
  type TaskRubric,
} from "../../pipeline/index.ts";
import { rubricFromTraits } from "../../rubric/index.ts";
import { judgedTraits } from "../rubrics/plan-rubrics.ts";

/** The pipeline for tasks with a rubric. */
export type Pipelines = (rubric: TaskRubric | null) => StageOrchestrator;

/**
 * Composes the pipelines of a run, one for each list of stages that its rubrics ask for.
 *
 * @throws KareninaError `configuration` for stages that this version lacks.
 */
export function composePipelines(config: ResolvedConfig, rubrics: Iterable<TaskRubric | null>): Pipelines {
  const byStages = new Map<string, StageOrchestrator>();
  const byRubric = new Map<TaskRubric | null, StageOrchestrator>();
  const compose = (rubric: TaskRubric | null): StageOrchestrator => {
    const options = { ...compositionOf(config), rubric: outlineOf(rubric) };
    const stages = composeStageNames(options).join();
    const pipeline = byStages.get(stages) ?? StageOrchestrator.fromConfig(options);
    byStages.set(stages, pipeline);
    byRubric.set(rubric, pipeline);
    return pipeline;
  };
  for (const rubric of rubrics) if (!byRubric.has(rubric)) compose(rubric);
  return (rubric) => byRubric.get(rubric) ?? compose(rubric);
}

function compositionOf(config: ResolvedConfig) {
  return {
    evaluationMode: config.evaluationMode,
    abstentionEnabled: config.abstentionEnabled,
    sufficiencyEnabled: config.sufficiencyEnabled,
    deepJudgmentEnabled: config.deepJudgmentMode !== "disabled" && !config.agenticParsing,
    agenticParsing: config.agenticParsing,
  };
}

/** Static and dynamic traits count alike: the stage that judges them is the same. */
function outlineOf(rubric: TaskRubric | null): RubricOutline {
  return rubric === null ? {} : rubricFromTraits(judgedTraits(rubric));
}
