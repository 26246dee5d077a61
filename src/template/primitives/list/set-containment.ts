import * as z from "zod";
import type { JsonValue } from "../../../base/index.ts";
import { authorPrimitive } from "../author-primitive.ts";
import { checkError } from "../check-error.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";
import { valueWords } from "../value-words.ts";
import { type ListValue, listGroundTruthProblems, listItems } from "./list-items.ts";

const ContainmentMode = z.enum(["exact", "subset", "superset", "overlap"]);
type ContainmentMode = z.infer<typeof ContainmentMode>;

const options = z.strictObject({
  mode: ContainmentMode.default("exact"),
  minOverlap: z.int().min(0).nullable().default(null),
});

type SetContainmentOptions = z.input<typeof options>;

type Items = ReadonlySet<JsonValue>;

const comparisons: Readonly<
  Record<ContainmentMode, (value: Items, truth: Items, minOverlap: number) => boolean>
> = {
  exact: (value, truth) => value.size === truth.size && commonItems(value, truth) === value.size,
  subset: (value, truth) => commonItems(value, truth) === value.size,
  superset: (value, truth) => commonItems(value, truth) === truth.size,
  overlap: (value, truth, minOverlap) => commonItems(value, truth) >= minOverlap,
};

const containmentWords: Readonly<Record<ContainmentMode, (items: string, minOverlap: number) => string>> = {
  exact: (items) => `it lists ${items} and nothing else, in any order`,
  subset: (items) => `it lists nothing but ${items}; some may be missing`,
  superset: (items) => `it lists ${items}, and maybe more`,
  overlap: (items, least) => `it lists at least ${least} of ${items}`,
};

export const setContainmentPrimitive = definePrimitive({
  kind: "parsed",
  type: "SetContainment",
  options,
  summary:
    "Both lists as sets: equal, or the value's contained in, containing, or overlapping the ground truth's.",
  values: "list",
  rightWhen: ({ mode, minOverlap }, truth) => containmentWords[mode](valueWords(truth), minOverlap || 1),
  validateGroundTruth: listGroundTruthProblems,
  vacuity: ({ mode }, truth) =>
    mode === "superset" && listItems("SetContainment", truth).length === 0 ? "refused" : undefined,
  check: (value, groundTruth, { mode, minOverlap }) =>
    comparisons[mode](distinctItems(value), distinctItems(groundTruth), minOverlap || 1),
});

/**
 * Compares two lists as sets: `exact` (default), `subset` (value within the ground truth), `superset` (value contains
 * it), `overlap` (at least `minOverlap` common items; default 1, and 0 counts as 1). Items are not normalized; true
 * equals 1. Text counts as the list of its characters.
 *
 * @example
 * setContainment({ mode: "overlap", minOverlap: 2 });
 */
export function setContainment(options?: SetContainmentOptions): Primitive<ListValue> {
  return authorPrimitive(setContainmentPrimitive, options);
}

function distinctItems(value: JsonValue): Items {
  return new Set(listItems("SetContainment", value).map(comparable));
}

function comparable(item: JsonValue): JsonValue {
  if (typeof item === "object" && item !== null) {
    throw checkError("SetContainment", "items that are text, numbers or booleans", item);
  }
  return typeof item === "boolean" ? Number(item) : item;
}

function commonItems(left: Items, right: Items): number {
  return Array.from(left).filter((item) => right.has(item)).length;
}
