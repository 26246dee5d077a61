import * as z from "zod";
import { authorPrimitive } from "../author-primitive.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";
import { valueWords } from "../value-words.ts";

const options = z.strictObject({ substring: z.string() });

type TraceContainsOptions = z.input<typeof options>;

export const traceContainsPrimitive = definePrimitive({
  kind: "trace",
  type: "TraceContains",
  options,
  summary: "The raw response contains the substring; case matters.",
  values: "boolean",
  rightWhen: ({ substring }, wanted) =>
    `the answer's text ${wanted === false ? "does not contain" : "contains"} ${valueWords(substring)}, in this case`,
  vacuity: ({ substring }, wanted) => (substring === "" && wanted === true ? "doubted" : undefined),
  checkTrace: (trace, { substring }) => trace.includes(substring),
});

/** Passes when the raw response contains `substring`; case matters. A ground truth of false turns the field around. */
export function traceContains(options: TraceContainsOptions): Primitive<boolean> {
  return authorPrimitive(traceContainsPrimitive, options);
}
