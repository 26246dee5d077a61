import { isDeepStrictEqual } from "node:util";
import { findAll, type JsonValue, KareninaError, messageOf, recordFrom } from "../../base/index.ts";
import type { RegexCheck } from "../answer-template.ts";
import type { CheckTools } from "../primitives/primitive.ts";

/** One regex check with its outcome. */
type RegexDetail =
  | (RegexCheck & {
      readonly matchesFound: readonly JsonValue[];
      readonly matchCount: number;
      readonly successReason?: string;
      readonly failureReason?: string;
    })
  | (RegexCheck & { readonly error: string });

/** What the regex checks of a template found in the trace. */
export interface RegexVerification {
  /** False: the template has no regex checks. */
  readonly performed: boolean;
  /** True when every check passed, or there is none. */
  readonly success: boolean;
  readonly results: { readonly [name: string]: boolean };
  readonly details: { readonly [name: string]: RegexDetail };
  /** The matches per check; empty on a pattern error. */
  readonly extraction: { readonly [name: string]: readonly JsonValue[] };
  /** Checks whose search ran into a limit; absent when all were finished. */
  readonly unfinished?: readonly string[];
}

/** Runs every regex check on the raw trace; one that cannot run fails and leaves the others alone. */
export async function verifyRegex(
  checks: { readonly [name: string]: RegexCheck },
  trace: string,
  tools: CheckTools,
): Promise<RegexVerification> {
  const unfinished: string[] = [];
  const details = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const failed = (error: unknown) => void (isLimit(error) && unfinished.push(name));
      return [name, await runCheck(check, { trace, tools, failed })] as const;
    }),
  );
  const results = details.map(([name, detail]) => [name, "successReason" in detail] as const);
  return {
    performed: details.length > 0,
    success: results.every(([, passed]) => passed),
    results: recordFrom(results),
    details: recordFrom(details),
    extraction: recordFrom(
      details.map(([name, detail]) => [name, "error" in detail ? [] : detail.matchesFound]),
    ),
    ...(unfinished.length === 0 ? {} : { unfinished }),
  };
}

/** True for a check that was stopped by a limit: that says nothing about the text. */
export function isLimit(error: unknown): boolean {
  return KareninaError.isInstance(error) && error.code === "sandbox_limit";
}

interface CheckContext {
  readonly trace: string;
  readonly tools: CheckTools;
  readonly failed: (error: unknown) => void;
}

async function runCheck(check: RegexCheck, { trace, tools, failed }: CheckContext): Promise<RegexDetail> {
  try {
    const found = await findAll(tools.patterns, check.pattern, trace, { signal: tools.signal });
    const outcome = { ...check, matchesFound: found, matchCount: found.length };
    const { passed, reason } = matchRules[check.matchType](found, check.expected);
    return passed ? { ...outcome, successReason: reason } : { ...outcome, failureReason: reason };
  } catch (error) {
    failed(error);
    return { ...check, error: messageOf(error) };
  }
}

interface Outcome {
  readonly passed: boolean;
  readonly reason: string;
}

const matchRules: {
  readonly [Type in RegexCheck["matchType"]]: (found: readonly JsonValue[], expected: JsonValue) => Outcome;
} = {
  exact: (found, expected) => {
    const [only] = found;
    if (found.length !== 1)
      return { passed: false, reason: `expected exactly one match, found ${found.length}` };
    const passed = isDeepStrictEqual(only, expected);
    return { passed, reason: `the only match ${passed ? "is" : "is not"} ${JSON.stringify(expected)}` };
  },
  contains: (found, expected) => {
    const passed = includes(found, expected);
    return { passed, reason: `${JSON.stringify(expected)} is ${passed ? "" : "not "}one of the matches` };
  },
  count: (found, expected) => ({
    passed: found.length === expected,
    reason: `expected ${JSON.stringify(expected)} matches, found ${found.length}`,
  }),
  all: (found, expected) => {
    if (!Array.isArray(expected)) return { passed: false, reason: "expected must be a list" };
    const missing = expected.filter((item: JsonValue) => !includes(found, item));
    return missing.length === 0
      ? { passed: true, reason: "every expected item is among the matches" }
      : {
          passed: false,
          reason: `not among the matches: ${missing.map((item) => JSON.stringify(item)).join(", ")}`,
        };
  },
};

function includes(found: readonly JsonValue[], item: JsonValue): boolean {
  return found.some((match) => isDeepStrictEqual(match, item));
}
