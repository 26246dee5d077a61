import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from "quickjs-emscripten";
import { guestFailure } from "./guest-failure.ts";
import type { GuestModules } from "./guest-modules.ts";
import {
  limitExceeded,
  megabytes,
  SandboxError,
  type SandboxLimits,
  type SandboxRequest,
} from "./sandbox-protocol.ts";
import { stripTypes } from "./strip-types.ts";

/** Longest text that may leave the sandbox, in UTF-16 units. */
const longestReply = 1_000_000;

const start = `
import "karenina:determinism";
import { main } from "karenina:entry";
export const reply = (task) => main(task);
`;

/** What the entry's own imports mean, in source and when built. */
const guestFiles: ReadonlyMap<string, string> = new Map(
  ["zod", "karenina"].flatMap((name) =>
    [".ts", ".js"].map((ending) => [`./${name}${ending}`, name] as const),
  ),
);

/**
 * Runs one task on a template's source in a fresh runtime and returns its JSON.
 *
 * @throws SandboxError
 */
export function evaluateTemplate(
  quickjs: QuickJSWASMModule,
  modules: GuestModules,
  request: SandboxRequest,
): string {
  const { source, task, limits } = request;
  if (!mayBePlainJavaScript(source)) return run(quickjs, modules, { text: stripTypes(source), task, limits });
  try {
    return run(quickjs, modules, { text: source, task, limits });
  } catch (error) {
    if (!(error instanceof SandboxError) || !error.message.includes("SyntaxError")) throw error;
    return run(quickjs, modules, { text: stripTypes(source), task, limits });
  }
}

/**
 * Source without `<` that parses as JavaScript means the same as TypeScript (only type arguments could be read
 * both ways), which saves loading the type stripper for generated files.
 */
function mayBePlainJavaScript(source: string): boolean {
  return !source.includes("<");
}

interface Program {
  readonly text: string;
  readonly task: string;
  readonly limits: SandboxLimits;
}

function run(quickjs: QuickJSWASMModule, modules: GuestModules, program: Program): string {
  const deadline = cpuMs() + program.limits.timeoutMs;
  const clock = { expired: false };
  const runtime = quickjs.newRuntime();
  runtime.setMemoryLimit(program.limits.memoryBytes);
  runtime.setMaxStackSize(program.limits.stackBytes);
  runtime.setInterruptHandler(() => {
    clock.expired ||= cpuMs() > deadline;
    return clock.expired;
  });
  runtime.setModuleLoader(
    (name) => {
      const text = name === "template.ts" ? program.text : modules(name, program.text);
      return (
        text ?? {
          error: new Error(
            `cannot import ${JSON.stringify(name)}: template files import only "zod" and "karenina"`,
          ),
        }
      );
    },
    (importer, name) => (importer === "karenina:entry" ? (guestFiles.get(name) ?? name) : name),
  );
  const context = runtime.newContext();
  const outcome = outcomeOf(context, runtime, program.task);
  const trapped = !disposed(context, runtime);
  if (clock.expired) throw limitExceeded(`took longer than ${program.limits.timeoutMs} ms`, { trapped });
  if (outcome === "exhausted") {
    throw limitExceeded(`used more than ${megabytes(program.limits)} MB of memory`, { trapped });
  }
  if (outcome === "pending") throw failed("Template code waits for something that never happens.");
  return valueIn(outcome.text, program);
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** False when the interpreter broke: code that ran out of memory can leave objects behind it cannot free. */
function disposed(context: QuickJSContext, runtime: QuickJSRuntime): boolean {
  try {
    context.dispose();
    runtime.dispose();
    return true;
  } catch {
    return false;
  }
}

/** The reply; `pending` when there is none yet, `exhausted` when there was no room left to make one. */
type Outcome = { readonly text: string } | "pending" | "exhausted";

function outcomeOf(context: QuickJSContext, runtime: QuickJSRuntime, task: string): Outcome {
  const started = context.evalCode(start, "karenina:start", { type: "module" });
  if (started.error) return exhausted(started.error);
  const reply = context.getProp(started.value, "reply");
  const argument = context.newString(task);
  const called = context.callFunction(reply, context.undefined, argument);
  for (const handle of [started.value, reply, argument]) handle.dispose();
  if (called.error) return exhausted(called.error);
  const jobs = runtime.executePendingJobs();
  if (jobs.error) jobs.error.dispose();
  const outcome = settled(context, called.value);
  called.value.dispose();
  return outcome;
}

function settled(context: QuickJSContext, promise: QuickJSHandle): Outcome {
  const state = context.getPromiseState(promise);
  if (state.type === "rejected") return exhausted(state.error);
  if (state.type !== "fulfilled") return "pending";
  const { value } = state;
  const length = context.getProp(value, "length").consume((handle) => context.getNumber(handle));
  const text = length > longestReply ? tooLong : context.getString(value);
  value.dispose();
  return { text };
}

const tooLong = JSON.stringify({ ok: false, name: "InternalError", message: "out of output" });

/** The entry catches whatever template code throws; what still gets out is the interpreter's own distress. */
function exhausted(error: QuickJSHandle): "exhausted" {
  error.dispose();
  return "exhausted";
}

/** The reply of the guest's `main`, read without trust: template code may have changed how it was written. */
function valueIn(reply: string, { text, limits }: Program): string {
  const { ok, value, name, message, stack } = Object(parsed(reply));
  if (ok === true) return JSON.stringify(value ?? null);
  if (ok !== false) throw failed("Template code changed how JSON is written.");
  throw guestFailure(
    { name: String(name), message: String(message), stack: String(stack) },
    { source: text, limits },
  );
}

function parsed(reply: string): unknown {
  try {
    return JSON.parse(reply);
  } catch {
    return undefined;
  }
}

function failed(message: string): SandboxError {
  return new SandboxError({ code: "sandbox_error", message });
}
