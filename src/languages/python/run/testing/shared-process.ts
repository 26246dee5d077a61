import { createPythonPool } from "../python-pool.ts";
import { createPythonRunner, type PythonRunner, type PythonRunnerOptions } from "../python-runner.ts";

/**
 * A pool whose sources all go to one process, one after the other: a process costs half a second. For sources that change
 * nothing in their interpreter; after one that breaks it the next gets a new one.
 */
export const openSharedPool: typeof createPythonPool = (options) => {
  const pool = createPythonPool(options);
  return {
    ask: (_, request, limits) => pool.ask("all", request, limits),
    [Symbol.asyncDispose]: async () => pool[Symbol.asyncDispose](),
  };
};

/** A runner with such a pool. */
export function sharedPythonRunner(options: PythonRunnerOptions = {}): PythonRunner {
  return createPythonRunner({ ...options, openPool: openSharedPool });
}
