import {
  allTraits,
  type DynamicRubric,
  emptyRubric,
  isEmptyRubric,
  type Rubric,
} from "../../rubric/index.ts";

/** The traits of a whole benchmark, or of one question. */
export interface Rubrics {
  /** Traits that apply to every answer. */
  readonly rubric: Rubric;
  /** Traits that apply only to answers that touch what they are about. */
  readonly dynamicRubric: DynamicRubric;
}

/** The traits of a whole benchmark, as its content holds them. */
export interface GlobalRubrics {
  readonly globalRubric: Rubric;
  readonly globalDynamicRubric: DynamicRubric;
}

/** No traits at all. */
export const noRubrics: Rubrics = Object.freeze({ rubric: emptyRubric, dynamicRubric: emptyRubric });

/** The traits of one question alone; an empty rubric when it has none. */
export function rubricOf(question: Rubrics): Rubric {
  return question.rubric;
}

/** The dynamic traits of one question alone; null when it has none. */
export function dynamicRubricOf(question: Rubrics): DynamicRubric | null {
  return isEmptyRubric(question.dynamicRubric) ? null : question.dynamicRubric;
}

/** The traits of the whole benchmark; an empty rubric when it has none. */
export function globalRubricOf(content: GlobalRubrics): Rubric {
  return content.globalRubric;
}

/** The dynamic traits of the whole benchmark; null when it has none. */
export function globalDynamicRubricOf(content: GlobalRubrics): DynamicRubric | null {
  return dynamicRubricOf(globalRubrics(content));
}

/** The traits of the whole benchmark under the names a question has for its own. */
export function globalRubrics({ globalRubric, globalDynamicRubric }: GlobalRubrics): Rubrics {
  return { rubric: globalRubric, dynamicRubric: globalDynamicRubric };
}

/** True where there are traits, dynamic or not. */
export function hasTraits({ rubric, dynamicRubric }: Rubrics): boolean {
  return allTraits(rubric).length + allTraits(dynamicRubric).length > 0;
}
