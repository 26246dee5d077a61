import type { JsonValue } from "../../base/index.ts";
import { describeValue } from "../../base/index.ts";
import { judged, notJudged } from "../judgement.ts";
import { saidValue } from "./said-value.ts";
import type { ValueType } from "./value-type.ts";

const words: ReadonlyMap<JsonValue | undefined, boolean> = new Map<JsonValue, boolean>([
  [true, true],
  [1, true],
  ["true", true],
  ["yes", true],
  [false, false],
  [0, false],
  ["false", false],
  ["no", false],
]);

/** What says yes or no of a trait plainly; undefined for everything else. */
export function yesOrNo(raw: JsonValue | undefined, trait: string): boolean | undefined {
  return words.get(typeof raw === "string" ? saidValue(raw, trait).toLowerCase() : raw);
}

/** Yes or no. Anything that does not say so plainly is no value: 3 is not true. */
export const booleanValue: ValueType = {
  name: "boolean",
  complete: () => ({ minScore: null, maxScore: null }),
  rating: () => ({ best: 1, worst: 0 }),
  schema: () => ({ type: "boolean" }),
  replyKey: "result",
  texts: {
    task: "decide whether an answer has one quality, a trait.",
    rules: null,
    alone: `"result" is true when the answer meets the criteria of the trait, false when it does not.`,
    among: `"scores" holds for each trait of kind boolean, under its name, true when the answer meets its criteria, false when it does not.`,
    inReport: () => '"result" is true when the criteria are met, false when they are not.',
    known: () => ({}),
  },
  accept({ name }, raw) {
    const value = yesOrNo(raw, name);
    return value === undefined
      ? notJudged(`expected true or false, found ${describeValue(raw)}`)
      : judged(name, value);
  },
};
