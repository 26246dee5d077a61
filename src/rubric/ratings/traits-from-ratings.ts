import type { JsonObject } from "../../base/index.ts";
import type { DynamicRubric } from "../dynamic/dynamic-rubric.ts";
import type { RubricTrait } from "../kinds/list.ts";
import type { RatingScope } from "../kinds/rating-node.ts";
import { type Rubric, rubricFromTraits } from "../rubric.ts";
import { type RatingNote, type RatingReading, readRatings } from "./read-rating.ts";

/** The traits of a list of Rating nodes. */
interface TraitsOfRatings {
  /** Traits that apply to every answer. */
  readonly rubric: Rubric;
  /** Traits that apply to answers that touch them. */
  readonly dynamicRubric: DynamicRubric;
  /** What is kept in the file but cannot be judged, is not used, or not as it stands there; paths begin at the list: `[3].name`. */
  readonly warnings: readonly RatingNote[];
}

/**
 * Reads the Rating nodes of a benchmark or of one question, static and dynamic. Nothing in them is executed and no node
 * is changed; write them back with {@link ratingsFromTraits}.
 *
 * @example
 * const { rubric, warnings } = traitsFromRatings(question.rubric.nodes, "question");
 */
export function traitsFromRatings(nodes: readonly JsonObject[], scope: RatingScope): TraitsOfRatings {
  const readings = readRatings(nodes, scope);
  return {
    rubric: rubricFromTraits(traitsOf(readings, false)),
    dynamicRubric: rubricFromTraits(traitsOf(readings, true)),
    warnings: readings.flatMap(({ warnings }, index) =>
      warnings.map((note) => ({ ...note, path: `[${index}]${note.path}` })),
    ),
  };
}

function traitsOf(readings: readonly RatingReading[], isDynamic: boolean): readonly RubricTrait[] {
  return readings.flatMap((reading) => (reading.isDynamic === isDynamic ? (reading.trait ?? []) : []));
}
