import { functionModule, isJsonObject, type JsonValue, KareninaError } from "../base/index.ts";
import { defaultMemoryBytes, defaultStackBytes } from "./sandbox-protocol.ts";
import { createSandboxThread } from "./sandbox-thread.ts";

/** Limits of a scenario's code from a file. */
export interface ScenarioRunnerOptions {
  /** Memory of one call, the interpreter's own included; default 32 MB, 16 MB at least. */
  readonly memoryBytes?: number;
  /** Stack of one call; default 256 KB. */
  readonly stackBytes?: number;
  /** CPU time of one call, in milliseconds; default 1000. */
  readonly callTimeoutMs?: number;
}

/** How code of a scenario is called. */
export interface ScenarioCall {
  /** True: the reply is whether what it returns is true, as its language has it. */
  readonly isCondition: boolean;
  /** What its function is called with; absent: it is only loaded, and the reply is null. */
  readonly given?: readonly JsonValue[];
}

/** Runs the code of scenarios from files. */
export interface ScenarioRunner extends AsyncDisposable {
  /**
   * What the function returns; null for undefined.
   *
   * @throws KareninaError `sandbox_error` when the function throws, `sandbox_limit` when it takes too much, `invalid_input` for
   * source that has no function
   */
  call(source: string, call: ScenarioCall): Promise<JsonValue>;
}

/**
 * Runs TypeScript of scenarios, each call in a fresh sandbox: without files, network, clock or imports, with bounded time,
 * memory and stack. A source is a function, or a module with one as its default export.
 */
export function createScenarioRunner(options: ScenarioRunnerOptions = {}): ScenarioRunner {
  const thread = createSandboxThread();
  const { memoryBytes = defaultMemoryBytes, stackBytes = defaultStackBytes, callTimeoutMs = 1000 } = options;
  return {
    async call(source, task) {
      const reply: JsonValue = JSON.parse(
        await thread.evaluate({
          subject: "scenario",
          source: moduleFrom(source),
          task: JSON.stringify(task),
          limits: { memoryBytes, stackBytes, timeoutMs: callTimeoutMs },
        }),
      );
      return isJsonObject(reply) ? (reply.returned ?? null) : null;
    },
    [Symbol.asyncDispose]: async () => thread[Symbol.asyncDispose](),
  };
}

function moduleFrom(source: string): string {
  if (/\bexport\s+default\b/.test(source)) return source;
  const written = functionModule(source.trim());
  if (written !== undefined) return written;
  throw new KareninaError(
    "invalid_input",
    "Scenario source is neither a function nor a module that exports one.",
    {
      hint: "Write a function, such as (state) => state.turn > 3.",
    },
  );
}
