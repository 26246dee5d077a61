import * as z from "zod";
import { AnyJsonObject } from "../base/index.ts";
import type * as documented from "./result-types.generated.ts";

/** Families of failures: a wrong answer, an automatic fail, a transport fault, no answer, a fault of ours. */
const FailureGroup = z.enum(["content", "autofail", "retry", "abstained", "system"]);
type FailureGroup = z.infer<typeof FailureGroup>;

/**
 * What a result counts as. Only `pass`, `wrong` and `no_answer` say something about the model under test
 * and belong in the denominator of its pass rate.
 */
export const Outcome = z.enum([
  /** The answer was verified and is right. */
  "pass",
  /** The answer was verified, or failed automatically, and is wrong. */
  "wrong",
  /** The model refused, said too little, or said nothing. */
  "no_answer",
  /** Nothing was to be verified, as with rubrics only, and the answer failed automatically. */
  "auto_failed",
  /** The judge's reply could not be used. */
  "judge_failed",
  /** Network, provider, configuration or program failed. */
  "infrastructure_failed",
  /** The question's template is broken: no answer could be judged. */
  "not_evaluable",
  /** Nothing was to be verified, as with rubrics only. */
  "unscored",
]);
export type Outcome = z.infer<typeof Outcome>;

interface CategoryMeaning {
  readonly group: FailureGroup;
  readonly outcome: Outcome;
}

const meanings = {
  content: { group: "content", outcome: "wrong" },
  recursion_limit: { group: "autofail", outcome: "wrong" },
  trace_validation: { group: "autofail", outcome: "wrong" },
  deep_judgment: { group: "autofail", outcome: "wrong" },
  deep_judgment_rubric: { group: "autofail", outcome: "wrong" },
  timeout: { group: "retry", outcome: "infrastructure_failed" },
  connection: { group: "retry", outcome: "infrastructure_failed" },
  rate_limit: { group: "retry", outcome: "infrastructure_failed" },
  server_error: { group: "retry", outcome: "infrastructure_failed" },
  abstention: { group: "abstained", outcome: "no_answer" },
  sufficiency: { group: "abstained", outcome: "no_answer" },
  empty_response: { group: "abstained", outcome: "no_answer" },
  no_final_message: { group: "abstained", outcome: "no_answer" },
  template_validation: { group: "system", outcome: "not_evaluable" },
  parsing: { group: "system", outcome: "judge_failed" },
  authentication: { group: "system", outcome: "infrastructure_failed" },
  invalid_request: { group: "system", outcome: "infrastructure_failed" },
  recording_missing: { group: "system", outcome: "infrastructure_failed" },
  configuration: { group: "system", outcome: "infrastructure_failed" },
  unexpected_error: { group: "system", outcome: "infrastructure_failed" },
} as const satisfies { readonly [category: string]: CategoryMeaning };

/** Why a result is not a pass. */
export const FailureCategory = z.enum(
  // Object.keys forgets the literal keys of a constant table
  Object.keys(meanings) as [keyof typeof meanings, ...(keyof typeof meanings)[]],
);
export type FailureCategory = z.infer<typeof FailureCategory>;

/** The family a category belongs to. */
export const failureGroup = (category: FailureCategory): FailureGroup => meanings[category].group;

/** What a result with this category counts as where a template was to be verified. */
export const failureOutcome = (category: FailureCategory): Outcome => meanings[category].outcome;

/** Why a result is not a pass, where that was found and in which words. `group` always follows from `category`. */
export const Failure = z
  .strictObject({
    /** What kind of failure it is. */
    category: FailureCategory,
    /** Name of the stage that found it. */
    stage: z.string(),
    /** At most 500 characters when written by {@link failure}. */
    reason: z.string(),
    /** More about it, for programs. */
    details: AnyJsonObject.nullable().default(null),
    /** The family of its category. */
    group: FailureGroup,
  })
  .overwrite((value) => ({ ...value, group: failureGroup(value.category) }));
export type Failure = documented.Failure;

/** Longest `reason` of a failure, in characters (code points). */
export const longestReason = 500;

function shortenReason(text: string): string {
  return text.length <= longestReason ? text : Array.from(text).slice(0, longestReason).join("");
}

/**
 * Makes a failure: fills in the group and cuts the reason to 500 characters.
 *
 * @example
 * failure({ category: "timeout", stage: "GenerateAnswer", reason: "no reply within 120 s" }).group // "retry"
 */
export function failure(
  fields: Pick<Failure, "category" | "stage" | "reason"> & Partial<Pick<Failure, "details">>,
): Failure {
  const { category, stage, reason, details = null } = fields;
  return { category, stage, reason: shortenReason(reason), details, group: failureGroup(category) };
}
