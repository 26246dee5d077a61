import { KareninaError, messageOf } from "../base/index.ts";
import type { CallableRunner } from "../ports/index.ts";
import { outerNameProblem } from "./outer-name-problem.ts";

/**
 * Problems that would keep a callable trait's function from living in a file: source that is no TypeScript with a
 * function as its default export, or a function that needs something outside of itself. Calls it once in the sandbox
 * with a sample; what lies on a way the sample does not take is not found.
 *
 * @param sample default: the empty text
 */
export async function checkCallableSource(
  runner: CallableRunner,
  source: string,
  sample = "",
): Promise<readonly string[]> {
  try {
    await runner.evaluate({ kind: "source", language: "TypeScript", text: source }, sample);
    return [];
  } catch (error) {
    if (!KareninaError.isInstance(error) || error.code !== "sandbox_error") return [messageOf(error)];
    const problem = outerNameProblem(error, "the function", "the trait");
    return problem === undefined ? [] : [problem];
  }
}
