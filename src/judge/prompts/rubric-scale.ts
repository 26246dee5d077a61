import type { LLMRubricTrait } from "../../rubric/index.ts";

/**
 * What the numbers of a score mean: its ends, and the middle where there is one. A trait of which less is better is
 * measured, not praised.
 *
 * @example
 * scaleText(llmTrait({ name: "clarity", kind: "score" })) // "1 = poor, 3 = average, 5 = excellent"
 */
export function scaleText({ minScore, maxScore, higherIsBetter }: LLMRubricTrait): string {
  const [least, medium, most] =
    higherIsBetter === false
      ? ["not at all", "moderately", "to the fullest"]
      : ["poor", "average", "excellent"];
  const min = minScore ?? 1;
  const max = maxScore ?? 5;
  const middle = Math.floor((min + max) / 2);
  const between = middle > min ? [`${middle} = ${medium}`] : [];
  return [`${min} = ${least}`, ...between, `${max} = ${most}`].join(", ");
}
