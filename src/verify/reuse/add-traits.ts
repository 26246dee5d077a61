import { isJsonObject } from "../../base/index.ts";
import { StageOrchestrator, storedUsage, type Task, type TaskRubric } from "../../pipeline/index.ts";
import {
  caveats as knownCaveats,
  type ReusedResult,
  resultId,
  rubricSection,
  stageUsage,
  type VerificationResult,
} from "../../result/index.ts";
import { sumUsage } from "../../trace/index.ts";
import { onlyTraits } from "./judgment-parts.ts";
import type { TakenPart } from "./taken-tasks.ts";

/** What is needed to judge traits that a result of an earlier run does not have. */
interface AddTraits {
  /** Undefined: there is no such result. */
  readonly part: TakenPart | undefined;
  readonly parts: Parameters<StageOrchestrator["execute"]>[1];
  readonly pipelines: { readonly pipelineFor: (rubric: TaskRubric) => Pick<StageOrchestrator, "stages"> };
}

/**
 * Judges what traits an earlier result does not have, and nothing else. Undefined where there is no such result, and where judging
 * fails: then the whole task is worked on, which says how.
 */
export async function addTraits(
  task: Task,
  { part, parts, pipelines }: AddTraits,
): Promise<VerificationResult | undefined> {
  if (part === undefined || task.rubric === null) return part?.result;
  const rubric = onlyTraits(task.rubric, part.missing);
  const options = { ...task.options, evaluationMode: "rubric_only" } as const;
  const pipeline = StageOrchestrator.fromConfig({ evaluationMode: "rubric_only", rubric: rubric.rubric });
  const judged = await pipeline.execute({ ...task, rubric, options }, parts);
  if (judged.metadata.failure !== null) return undefined;
  const stageNames = pipelines.pipelineFor(task.rubric).stages.map(({ name }) => name);
  return withAddedTraits(part.result, judged, {
    names: part.missing,
    mode: task.options.evaluationMode,
    stageNames,
  });
}

/**
 * A result that was taken over whole, with what traits were judged to be that it did not have. Its verdict stays; what it
 * took is what these took.
 *
 * @param stageNames of the task, in their order
 */
function withAddedTraits(
  taken: VerificationResult,
  judged: VerificationResult,
  {
    names,
    mode,
    stageNames,
  }: { readonly names: readonly string[]; readonly mode: string; readonly stageNames: readonly string[] },
): VerificationResult {
  const stages = new Map(taken.stages.map((stage) => [stage.name, stage]));
  for (const stage of judged.stages)
    if (stage.name === judgingStage || !stages.has(stage.name)) stages.set(stage.name, stage);
  const caveats = new Set([...taken.metadata.caveats, ...judged.metadata.caveats]);
  const { reused } = taken.metadata;
  const metadata = {
    ...taken.metadata,
    ...{ timestamp: judged.metadata.timestamp, executionTime: judged.metadata.executionTime },
    evaluationMode: mode,
    caveats: knownCaveats.filter((caveat) => caveats.has(caveat)),
    warnings: [...new Set([...taken.metadata.warnings, ...judged.metadata.warnings])],
    reused:
      reused &&
      ({ ...reused, addedTraits: [...(reused.addedTraits ?? []), ...names] } satisfies ReusedResult),
  };
  return {
    ...taken,
    metadata: { ...metadata, resultId: resultId(metadata) },
    template: taken.template && { ...taken.template, usageMetadata: withUsage(taken, judged) },
    rubric: mergedSections(taken.rubric, judged.rubric),
    stages: stageNames.flatMap((name) => stages.get(name) ?? []),
  };
}

/** Where traits are judged. */
export const judgingStage = "RubricEvaluation";
const usageKey = "rubric_evaluation";

type Rubric = VerificationResult["rubric"];

/** What is kept by trait stands together; of the rest the later one holds. */
function mergedSections(taken: Rubric, judged: Rubric): Rubric {
  if (taken === null || judged === null) return judged ?? taken;
  const earlier: { readonly [field: string]: unknown } = { ...taken };
  const merged = Object.entries(judged).map(([field, value]) => {
    const before = earlier[field] ?? null;
    const isByTrait = isJsonObject(before) && (value === null || isJsonObject(value));
    return [field, isByTrait ? { ...before, ...value } : (value ?? before)] as const;
  });
  return rubricSection(Object.fromEntries(merged));
}

type UsageMetadata = NonNullable<VerificationResult["template"]>["usageMetadata"];

function withUsage({ template }: VerificationResult, judged: VerificationResult): UsageMetadata {
  const own = judged.template?.usageMetadata?.[usageKey];
  const { total: _, ...before } = template?.usageMetadata ?? {};
  if (own === undefined) return template?.usageMetadata ?? {};
  const earlier = before[usageKey];
  const parts = {
    ...before,
    [usageKey]:
      earlier === undefined
        ? own
        : stageUsage(sumUsage([storedUsage(earlier), storedUsage(own)]), own.model ?? undefined),
  };
  return { ...parts, total: stageUsage(sumUsage(Object.values(parts).map(storedUsage))) };
}
