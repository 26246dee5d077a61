import { KareninaError, messageOf, type PatternFlags, type PatternMatch } from "../../base/index.ts";
import type { CheckTools } from "./primitive.ts";

/** Matches of a pattern, with a pattern that cannot be read turned into a `check_error` of the primitive. */
export async function patternMatches(
  type: string,
  tools: CheckTools,
  pattern: string,
  text: string,
  options: PatternFlags & { readonly limit?: number } = {},
): Promise<readonly PatternMatch[]> {
  try {
    return await tools.patterns.matches(pattern, text, { ...options, signal: tools.signal });
  } catch (cause) {
    if (KareninaError.isInstance(cause) && cause.code === "invalid_input") {
      throw new KareninaError("check_error", `${type}: ${cause.message}`, { cause });
    }
    throw cause;
  }
}

/** What is wrong with a pattern: no or one sentence. */
export function patternProblems(
  pattern: string,
  tools: CheckTools,
  flags: PatternFlags = {},
): readonly string[] {
  try {
    tools.patterns.validate(pattern, flags);
    return [];
  } catch (error) {
    return [messageOf(error)];
  }
}
