import type { CallableCode } from "../rubric/index.ts";

/** Runs the code of callable traits: a function of this program directly, code from a file in the sandbox. */
export interface CallableRunner {
  /**
   * What the function returns for a text, unchecked. Throws `KareninaError` with code `sandbox_limit`, `sandbox_error` or `invalid_input`
   * for code from a file that does not finish or throws, `template_unreadable` for code that cannot be read here.
   */
  evaluate(code: CallableCode, text: string): Promise<unknown>;
}
