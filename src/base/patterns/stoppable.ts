import { createContext, Script } from "node:vm";
import { readErrorCode } from "../error-code.ts";

/**
 * Runs an action of a few milliseconds that may not stop by itself, such as a search of JavaScript's own regular
 * expressions: undefined when it was stopped. No code of a file runs here; `node:vm` serves as a watch only.
 */
export type RunStoppable = <T>(action: () => T, ms: number) => T | undefined;

export function createStoppable(): RunStoppable {
  const script = new Script("action()");
  const scope: { action?: () => unknown } = {};
  const context = createContext(scope);
  return <T>(action: () => T, ms: number) => {
    scope.action = action;
    try {
      return script.runInContext(context, { timeout: Math.max(1, Math.round(ms)) }) as T; // what `action` returns
    } catch (error) {
      if (isTimeout(error)) return undefined;
      throw error;
    } finally {
      delete scope.action;
    }
  };
}

/** The error is one of the context it stopped, so no instance of this realm's `Error`. */
function isTimeout(error: unknown): boolean {
  return readErrorCode(error) === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
