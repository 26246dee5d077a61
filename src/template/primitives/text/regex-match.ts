import * as z from "zod";
import { type PatternFlags, textOfValue } from "../../../base/index.ts";
import { authorPrimitive } from "../author-primitive.ts";
import { patternMatches, patternProblems } from "../pattern-matches.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";

/** Flags by the names Python gives them, long and short. Unicode is always on, so `U` changes nothing. */
const flagsByName = {
  IGNORECASE: { ignoreCase: true },
  I: { ignoreCase: true },
  MULTILINE: { multiline: true },
  M: { multiline: true },
  DOTALL: { dotAll: true },
  S: { dotAll: true },
  VERBOSE: { verbose: true },
  X: { verbose: true },
  ASCII: { ascii: true },
  A: { ascii: true },
  UNICODE: {},
  U: {},
} as const satisfies Record<string, PatternFlags>;

const RegexFlag = z.enum(Object.keys(flagsByName) as (keyof typeof flagsByName)[]); // keys of a literal
type RegexFlag = z.infer<typeof RegexFlag>;

const options = z.strictObject({
  pattern: z.string(),
  flags: z.array(RegexFlag).readonly().default([]),
});

type RegexMatchOptions = z.input<typeof options>;

export const regexMatchPrimitive = definePrimitive({
  kind: "parsed",
  type: "RegexMatch",
  options,
  summary: "The pattern matches somewhere in the text; the ground truth is not used.",
  values: "text, number, boolean",
  rightWhen: ({ pattern, flags }) =>
    `the pattern ${pattern} occurs in it${flags.length === 0 ? "" : ` (${flags.join(", ")})`}`,
  vacuity: ({ pattern }) => (pattern === "" ? "refused" : undefined),
  validate: ({ pattern, flags }, tools) => patternProblems(pattern, tools, patternFlags(flags)),
  check: async (value, _groundTruth, { pattern, flags }, tools) => {
    const options = { ...patternFlags(flags), limit: 1 };
    return (await patternMatches("RegexMatch", tools, pattern, textOfValue(value), options)).length > 0;
  },
});

/**
 * Passes when the pattern, in Python's dialect, matches somewhere in the value as text. The ground truth is not used.
 *
 * @example
 * regexMatch({ pattern: String.raw`NCT\d{8}`, flags: ["IGNORECASE"] });
 */
export function regexMatch(options: RegexMatchOptions): Primitive<string | number | boolean | null> {
  return authorPrimitive(regexMatchPrimitive, options);
}

function patternFlags(names: readonly RegexFlag[]): PatternFlags {
  return Object.assign({}, ...names.map((name) => flagsByName[name]));
}
