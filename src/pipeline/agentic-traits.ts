import { type AgenticRubricTrait, traitObstacle } from "../rubric/index.ts";
import type { Task, TaskRubric } from "./task.ts";

/** The agentic traits that may be investigated in a task, dynamic ones among them. */
export function agenticTraitsOf({ rubric, options }: Task): readonly AgenticRubricTrait[] {
  if (rubric === null || options.evaluationMode === "template_only") return [];
  return [...rubric.rubric.agenticTraits, ...dynamicAgenticTraits(rubric)];
}

/** Those of them that something keeps from being investigated are left out. */
export function investigableTraits(task: Task): readonly AgenticRubricTrait[] {
  return agenticTraitsOf(task).filter((trait) => traitObstacle(trait) === undefined);
}

/** The agentic traits that are investigated only where the answer touches their concept. */
export function dynamicAgenticTraits({ dynamic, traitNames }: TaskRubric): readonly AgenticRubricTrait[] {
  const traits = dynamic?.agenticTraits ?? [];
  return traits.filter(({ name }) => traitNames === null || traitNames.includes(name));
}
