import { isJsonObject, KareninaError, messageOf } from "../base/index.ts";
import type { CallableRunner } from "../ports/index.ts";
import type { CallableFunction } from "../rubric/index.ts";
import { defaultMemoryBytes, defaultStackBytes } from "./sandbox-protocol.ts";
import { createSandboxThread, type SandboxThread } from "./sandbox-thread.ts";

/** Limits of a callable trait's code from a file. */
export interface CallableRunnerOptions {
  /** Memory of one call, the interpreter's own included; default 32 MB, 16 MB at least. */
  readonly memoryBytes?: number;
  /** Stack of one call; default 256 KB. */
  readonly stackBytes?: number;
  /** CPU time of one call, in milliseconds; default 1000. */
  readonly callTimeoutMs?: number;
}

type Limits = Required<CallableRunnerOptions>;

const defaults: Limits = {
  memoryBytes: defaultMemoryBytes,
  stackBytes: defaultStackBytes,
  callTimeoutMs: 1000,
};

/**
 * Runs the code of callable traits: functions of this program as they are; code from a file in a fresh sandbox at every
 * call, without files, network, clock or imports, with bounded time, memory and stack. Disposing ends the sandbox.
 *
 * Errors of `evaluate`, all `KareninaError`: `sandbox_error` when the function throws (its message is kept) or returns
 * what is no boolean, number or text; `sandbox_limit` when it takes too much; `invalid_input` for source that is no
 * TypeScript with a function as its default export; `template_unreadable` for a Python function.
 *
 * @example
 * await using runner = createCallableRunner();
 * const code = { kind: "source", language: "TypeScript", text: "export default (text) => text.length < 500;" } as const;
 * await runner.evaluate(code, answer); // true
 */
export function createCallableRunner(options: CallableRunnerOptions = {}): CallableRunner & AsyncDisposable {
  const thread = createSandboxThread();
  const limits = { ...defaults, ...options };
  return {
    async evaluate(code, text) {
      if (code.kind === "native") return callNative(code.evaluate, text);
      if (code.kind === "pickle") throw unreadable();
      return callSource({ thread, source: code.text, limits }, text);
    },
    [Symbol.asyncDispose]: async () => thread[Symbol.asyncDispose](),
  };
}

async function callNative(evaluate: CallableFunction, text: string): Promise<unknown> {
  try {
    return await evaluate(text);
  } catch (error) {
    if (KareninaError.isInstance(error)) throw error;
    throw new KareninaError("sandbox_error", `Trait code failed: ${messageOf(error)}`, { cause: error });
  }
}

function unreadable(): KareninaError {
  return new KareninaError(
    "template_unreadable",
    "This trait's code is a Python function, which this version does not run.",
    { hint: "Give the trait a TypeScript function; see docs/rubrics.md." },
  );
}

interface SourceCall {
  readonly thread: SandboxThread;
  readonly source: string;
  readonly limits: Limits;
}

async function callSource({ thread, source, limits }: SourceCall, text: string): Promise<unknown> {
  const { memoryBytes, stackBytes, callTimeoutMs } = limits;
  const reply: unknown = JSON.parse(
    await thread.evaluate({
      subject: "trait",
      source,
      task: JSON.stringify({ text }),
      limits: { memoryBytes, stackBytes, timeoutMs: callTimeoutMs },
    }),
  );
  const { returned, unexpected } = isJsonObject(reply) ? reply : {};
  if (typeof returned === "boolean" || typeof returned === "number" || typeof returned === "string")
    return returned;
  const found = typeof unexpected === "string" ? unexpected : "something else";
  throw new KareninaError(
    "sandbox_error",
    `Trait code must return true or false, a number or a text; it returned ${found}.`,
  );
}
