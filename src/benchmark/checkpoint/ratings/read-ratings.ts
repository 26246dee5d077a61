import { type RatingScope, traitsFromRatings } from "../../../rubric/index.ts";
import { isTreeList, type JsonTree, plainOf } from "../../json/json-tree.ts";
import { describeValue } from "../../problems/problem.ts";
import { frozenRubric } from "../../rubrics/rubric-input.ts";
import type { Rubrics } from "../../rubrics/rubrics.ts";
import type { Warn } from "../conversation-properties.ts";
import { ratingNodes } from "./rating-nodes.ts";

/** Where trouble with traits goes. */
export interface RatingsPlace {
  readonly scope: RatingScope;
  /** Of the list itself. */
  readonly path: string;
  /** The path in the file of a place inside a Rating node, such as `.name`, by the node's place in the list. */
  readonly pathOf: (index: number, inside: string) => string;
  readonly warn: Warn;
}

/** The traits of a list of Rating nodes. Nothing in them is executed; what is no node is kept in the file and named. */
export function readRatings(ratings: JsonTree | undefined, place: RatingsPlace): Rubrics {
  if (ratings !== undefined && ratings !== null && !isTreeList(ratings))
    place.warn(place.path, `expected a list, found ${describeValue(plainOf(ratings))}; kept, not used`, true);
  const { rubric, dynamicRubric, warnings } = traitsFromRatings(ratingNodes(ratings), place.scope);
  for (const { path, message, inFileOnly } of warnings)
    place.warn(fullPath(path, place), message, inFileOnly);
  return { rubric: frozenRubric(rubric), dynamicRubric: frozenRubric(dynamicRubric) };
}

function fullPath(path: string, { pathOf }: RatingsPlace): string {
  return path.replace(/^\[(\d+)\](.*)$/, (_, index: string, inside: string) => pathOf(Number(index), inside));
}
