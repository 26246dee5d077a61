import * as z from "zod";
import { codePointLength, wordsOf } from "../../../base/index.ts";
import { authorPrimitive } from "../author-primitive.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";
import { spanWords } from "../value-words.ts";

const LengthUnit = z.enum(["chars", "words"]);
type LengthUnit = z.infer<typeof LengthUnit>;

const options = z.strictObject({
  min: z.int().nullable().default(null),
  max: z.int().nullable().default(null),
  unit: LengthUnit.default("chars"),
});

type TraceLengthOptions = z.input<typeof options>;

const measures: Readonly<Record<LengthUnit, (trace: string) => number>> = {
  chars: codePointLength,
  words: (trace) => wordsOf(trace).length,
};

export const traceLengthPrimitive = definePrimitive({
  kind: "trace",
  type: "TraceLength",
  options,
  summary: "The raw response has between `min` and `max` characters or words.",
  values: "boolean",
  rightWhen: ({ min, max, unit }, wanted) =>
    `the length of the answer's text is ${wanted === false ? "not " : ""}${spanWords({ min, max })} ${unit === "chars" ? "characters" : "words"}`,
  vacuity: ({ min, max }, wanted) =>
    (min ?? 0) <= 0 && max === null && wanted === true ? "refused" : undefined,
  checkTrace: (trace, { min, max, unit }) => {
    const length = measures[unit](trace);
    return length >= (min ?? 0) && length <= (max ?? Number.POSITIVE_INFINITY);
  },
});

/**
 * Passes when the raw response is neither shorter than `min` nor longer than `max`, both included. `chars` counts code
 * points, so an emoji is one; `words` counts what white space separates. A ground truth of false turns the field around.
 */
export function traceLength(options?: TraceLengthOptions): Primitive<boolean> {
  return authorPrimitive(traceLengthPrimitive, options);
}
