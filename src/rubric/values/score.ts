import type { JsonValue } from "../../base/index.ts";
import { describeValue } from "../../base/index.ts";
import { judged, notJudged } from "../judgement.ts";
import { saidValue } from "./said-value.ts";
import type { ValuedTrait, ValueType } from "./value-type.ts";

const defaultMinimum = 1;
const defaultMaximum = 5;

/** A whole number in a range. A judge that leaves the range is moved to its nearer end, with a warning. */
export const scoreValue: ValueType = {
  name: "score",
  complete: ({ minScore, maxScore }) => ({
    minScore: minScore ?? defaultMinimum,
    maxScore: maxScore ?? defaultMaximum,
  }),
  problems(trait) {
    const { min, max } = scoreRange(trait);
    return min < max
      ? []
      : [{ field: "minScore", message: `expected less than maxScore, found ${min} with maxScore ${max}` }];
  },
  maxScore: (trait) => scoreRange(trait).max,
  rating(trait) {
    const { min, max } = scoreRange(trait);
    return { best: max, worst: min };
  },
  schema(trait) {
    const { min, max } = scoreRange(trait);
    return { type: "integer", minimum: min, maximum: max };
  },
  replyKey: "score",
  texts: {
    task: "rate one quality of an answer, a trait, on a scale.",
    rules: `- The scale says what its numbers mean; those between are even steps. Use the whole scale. Where the criteria say what the numbers mean, go by the criteria.`,
    alone: `"score" is a whole number of the scale.`,
    among: `"scores" holds for each trait of kind score, under its name, a whole number of its scale.`,
    inReport: ({ minScore, maxScore }) => `"score" is a whole number from ${minScore} to ${maxScore}.`,
    known: (trait) => ({ scale: scaleText(trait) }),
    investigated: ({ minScore, maxScore }) => ({ scale: `${minScore} to ${maxScore}` }),
  },
  accept(trait, raw) {
    const { min, max } = scoreRange(trait);
    const score = wholeNumber(raw, trait.name, max);
    if (score === undefined)
      return notJudged(`expected a whole number from ${min} to ${max}, found ${describeValue(raw)}`);
    const value = Math.min(Math.max(score, min), max);
    const judgement = judged(trait.name, value);
    return value === score
      ? judgement
      : { ...judgement, warning: `the score ${score} is outside ${min} to ${max} and counts as ${value}` };
  },
};

/**
 * What the numbers of a score mean: its ends, and the middle where there is one. A trait of which less is better is
 * measured, not praised.
 *
 * @example
 * scaleText(llmTrait({ name: "clarity", kind: "score" })) // "1 = poor, 3 = average, 5 = excellent"
 */
export function scaleText(trait: ValuedTrait): string {
  const [least, medium, most] =
    trait.higherIsBetter === false
      ? ["not at all", "moderately", "to the fullest"]
      : ["poor", "average", "excellent"];
  const { min, max } = scoreRange(trait);
  const middle = Math.floor((min + max) / 2);
  const between = middle > min ? [`${middle} = ${medium}`] : [];
  return [`${min} = ${least}`, ...between, `${max} = ${most}`].join(", ");
}

/** Both ends of a score's range; 0 is an end like any other. */
function scoreRange({ minScore, maxScore }: ValuedTrait): { readonly min: number; readonly max: number } {
  return { min: minScore ?? defaultMinimum, max: maxScore ?? defaultMaximum };
}

/** 4, 4.0, "4", "4.0" and, on a scale that ends at 5, "4/5" are whole numbers; true and 4.5 are none. */
function wholeNumber(raw: JsonValue | undefined, name: string, max: number): number | undefined {
  if (typeof raw === "number") return Number.isInteger(raw) ? raw : undefined;
  const text = typeof raw === "string" ? saidValue(raw, name) : "";
  const [, number, best] = /^([+-]?\d+(?:\.0*)?)(?: ?\/ ?(\d+))?$/.exec(text) ?? [];
  if (number === undefined || (best !== undefined && Number(best) !== max)) return undefined;
  // Adding 0 turns -0 into 0.
  return Number(number) + 0;
}
