import { createPatternEngine } from "../../base/index.ts";
import type { CheckTools } from "../../template/index.ts";

/** What judging a value may use. */
export const tools: CheckTools = { patterns: createPatternEngine() };

/** The message of what an action throws, after checking its code. */
export function invalidInput(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "invalid_input") return error.message;
    throw error;
  }
  throw new Error("nothing was thrown");
}
