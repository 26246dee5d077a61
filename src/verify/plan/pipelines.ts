import type { ResolvedConfig } from "../../config/index.ts";
import {
  composeStageNames,
  isOwnStage,
  type RubricOutline,
  StageOrchestrator,
  type TaskRubric,
} from "../../pipeline/index.ts";
import { rubricFromTraits } from "../../rubric/index.ts";
import type { RunExtensions } from "../extensions.ts";
import { judgedTraits } from "../rubrics/plan-rubrics.ts";
import { extendStages } from "./extend-stages.ts";

/** The pipelines of a run. */
export interface Pipelines {
  /** The pipeline for tasks with a rubric. */
  readonly pipelineFor: (rubric: TaskRubric | null) => StageOrchestrator;
  /** The names of own stages, in alphabetical order. */
  readonly ownStages: readonly string[];
  /** What results call own stages, their facts and what they count tokens under. */
  readonly ownWords: readonly string[];
  /** The names of the built-in stages that are left out, likewise. */
  readonly leftOut: readonly string[];
  /** An own stage looks at answers. */
  readonly ownStagesReadAnswers: boolean;
}

/**
 * Composes the pipelines of a run, one for each list of stages that its rubrics ask for.
 *
 * @throws KareninaError as {@link extendStages}.
 */
export function composePipelines(
  config: ResolvedConfig,
  rubrics: Iterable<TaskRubric | null>,
  extend?: RunExtensions["stages"],
): Pipelines {
  const byStages = new Map<string, StageOrchestrator>();
  const byRubric = new Map<TaskRubric | null, StageOrchestrator>();
  const own = new Set<string>();
  const leftOut = new Set<string>();
  const compose = (rubric: TaskRubric | null): StageOrchestrator => {
    const options = { ...compositionOf(config), rubric: outlineOf(rubric) };
    const names = composeStageNames(options).join();
    const pipeline = byStages.get(names) ?? composed(options);
    byStages.set(names, pipeline);
    byRubric.set(rubric, pipeline);
    return pipeline;
  };
  const composed = (options: Parameters<typeof StageOrchestrator.fromConfig>[0]) => {
    const builtIn = StageOrchestrator.fromConfig(options);
    if (extend === undefined) return builtIn;
    const extended = extendStages(builtIn, extend);
    for (const stage of extended.stages) if (isOwnStage(stage)) own.add(stage.name);
    for (const stage of builtIn.stages) if (!extended.stages.includes(stage)) leftOut.add(stage.name);
    return extended;
  };
  for (const rubric of rubrics) if (!byRubric.has(rubric)) compose(rubric);
  return {
    pipelineFor: (rubric) => byRubric.get(rubric) ?? compose(rubric),
    ownStages: [...own].sort(),
    ownWords: [...byStages.values()].flatMap(({ stages }) => stages.filter(isOwnStage).flatMap(wordsOf)),
    leftOut: [...leftOut].sort(),
    ownStagesReadAnswers: [...byStages.values()].some(({ stages }) => stages.some(looksAtAnswer)),
  };
}

const wordsOf = ({ name, usageKey = name, produces }: StageOrchestrator["stages"][number]) => [
  ...[name, usageKey],
  ...(produces as readonly string[]),
];

const looksAtAnswer = (stage: StageOrchestrator["stages"][number]): boolean =>
  isOwnStage(stage) && [...stage.requires, ...(stage.reads ?? [])].includes("response");

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
