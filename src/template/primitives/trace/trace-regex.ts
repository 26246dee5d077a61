import * as z from "zod";
import { authorPrimitive } from "../author-primitive.ts";
import { patternMatches, patternProblems } from "../pattern-matches.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";

const options = z.strictObject({
  pattern: z.string(),
  countMin: z.int().nullable().default(null),
});

type TraceRegexOptions = z.input<typeof options>;

export const traceRegexPrimitive = definePrimitive({
  kind: "trace",
  type: "TraceRegex",
  options,
  summary: "The pattern matches the raw response at least `countMin` times, or else once.",
  values: "boolean",
  rightWhen: ({ pattern, countMin }, wanted) =>
    `the pattern ${pattern} ${wanted === false ? "does not occur" : "occurs"} in the answer's text${(countMin ?? 1) > 1 ? ` ${countMin} times or more` : ""}`,
  vacuity: ({ pattern }, wanted) => (pattern === "" && wanted === true ? "refused" : undefined),
  validate: ({ pattern }, tools) => patternProblems(pattern, tools),
  checkTrace: async (trace, { pattern, countMin }, tools) => {
    const needed = Math.max(countMin ?? 1, 0);
    const found = await patternMatches("TraceRegex", tools, pattern, trace, { limit: needed });
    return found.length >= needed;
  },
});

/**
 * Passes when the pattern, in Python's dialect, matches the raw response at least `countMin` times, or at least once
 * when that is not set. Flags are written inline, `(?i)`. A ground truth of false turns the field around.
 */
export function traceRegex(options: TraceRegexOptions): Primitive<boolean> {
  return authorPrimitive(traceRegexPrimitive, options);
}
