import { type JsonValue, KareninaError } from "../../base/index.ts";
import type { CheckTools } from "../../template/index.ts";
import { type FunctionOrCode, isSourceCode, type SourceCode } from "../definition/scenario-definition.ts";

/** What decisions of a scenario may use. */
export interface WalkTools extends CheckTools {
  /**
   * Runs the code of a file, isolated, and gives what it returns; throws where it cannot. Absent: code is not run, which
   * counts as a condition that does not hold.
   */
  readonly runCode?: (code: SourceCode, given: readonly JsonValue[]) => Promise<JsonValue>;
}

/** What a function, or the code in its place, returns; what it may be is the caller's to check. */
export async function callFunction<Arguments extends readonly unknown[]>(
  given: FunctionOrCode<Arguments, unknown>,
  parameters: Arguments,
  { runCode }: WalkTools,
): Promise<unknown> {
  if (!isSourceCode(given)) return given(...parameters);
  if (runCode === undefined)
    throw new KareninaError("check_error", `it is code in ${given.language}, which is not run here`);
  // states and records are JSON; the compiler cannot follow that of a caller's list
  return runCode(given, parameters as readonly unknown[] as readonly JsonValue[]);
}
