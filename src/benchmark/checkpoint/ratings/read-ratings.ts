import { type RatingScope, traitsFromRatings } from "../../../rubric/index.ts";
import type { JsonTree } from "../../json/json-tree.ts";
import type { ProblemList } from "../../problems/problem.ts";
import { frozenRubric } from "../../rubrics/rubric-input.ts";
import type { Rubrics } from "../../rubrics/rubrics.ts";
import { ratingNodes } from "./rating-nodes.ts";

/** Where trouble with traits goes. */
export interface RatingsPlace {
  readonly scope: RatingScope;
  /** The path in the file of a place inside a Rating node, such as `.name`, by the node's place in the list. */
  readonly pathOf: (index: number, inside: string) => string;
  readonly problems: ProblemList;
  readonly warn: (path: string, message: string) => void;
}

/** The traits of a list of Rating nodes that passed its check. Nothing in them is executed. */
export function readRatings(ratings: JsonTree | undefined, place: RatingsPlace): Rubrics {
  const { rubric, dynamicRubric, problems, warnings } = traitsFromRatings(ratingNodes(ratings), place.scope);
  for (const { path, message } of problems) place.problems.add(fullPath(path, place), message);
  for (const { path, message } of warnings) place.warn(fullPath(path, place), message);
  return { rubric: frozenRubric(rubric), dynamicRubric: frozenRubric(dynamicRubric) };
}

function fullPath(path: string, { pathOf }: RatingsPlace): string {
  return path.replace(/^\[(\d+)\](.*)$/, (_, index: string, inside: string) => pathOf(Number(index), inside));
}
