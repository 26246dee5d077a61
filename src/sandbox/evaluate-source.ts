import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from "quickjs-emscripten";
import { guestFailure } from "./guest-failure.ts";
import { type GuestModules, guestModuleName } from "./guest-modules.ts";
import type { Interpreter } from "./interpreter.ts";
import { limitExceeded, memoryExceeded, SandboxError, type SandboxRequest } from "./sandbox-protocol.ts";
import { importRule, type SandboxSubject, subjects } from "./sandbox-subject.ts";
import { stripTypes } from "./strip-types.ts";

/** Longest text that may leave the sandbox, in UTF-16 units. */
const longestReply = 1_000_000;

/** Longest source that is read, in UTF-16 units: reading its types takes a hundred times as much memory. */
const longestSource = 1_000_000;

const start = (subject: SandboxSubject) => `
import "karenina:determinism";
import { main } from "karenina:${subject}";
export const reply = (task) => main(task);
`;

/** The module that a file's source is. */
const sourceModule = "source.ts";

/**
 * Runs one task on the source of a file in a fresh runtime and returns its JSON.
 *
 * @throws SandboxError
 */
export function evaluateSource(
  interpreter: Interpreter,
  modules: GuestModules,
  request: SandboxRequest,
): string {
  const { source, subject } = request;
  if (source.length > longestSource) {
    const { title, mistake, advice } = subjects[subject];
    const message = `${title} source has ${source.length} characters; at most ${longestSource} are read.`;
    throw new SandboxError({ code: mistake, message, hint: advice });
  }
  if (request.isSyntaxOnly) {
    return JSON.stringify(stripTypes(source, subject));
  }
  const runStripped = () => run(interpreter, modules, { ...request, source: stripTypes(source, subject) });
  if (!mayBePlainJavaScript(source)) return runStripped();
  try {
    return run(interpreter, modules, request);
  } catch (error) {
    if (!(error instanceof SandboxError) || !error.message.includes("SyntaxError")) throw error;
    return runStripped();
  }
}

/**
 * Source without `<` that parses as JavaScript means the same as TypeScript (only type arguments could be read
 * both ways), which saves loading the type stripper for generated files.
 */
function mayBePlainJavaScript(source: string): boolean {
  return !source.includes("<");
}

function run(interpreter: Interpreter, modules: GuestModules, program: SandboxRequest): string {
  const { subject, source, limits } = program;
  const deadline = cpuMs() + limits.timeoutMs;
  const clock = { expired: false };
  const runtime = interpreter.quickjs.newRuntime();
  runtime.setMaxStackSize(limits.stackBytes);
  runtime.setInterruptHandler(() => {
    clock.expired ||= cpuMs() > deadline;
    return clock.expired;
  });
  runtime.setModuleLoader(
    (name) => {
      const text = name === sourceModule ? source : modules(name, program);
      return text ?? { error: new Error(`cannot import ${JSON.stringify(name)}: ${importRule(subject)}`) };
    },
    (importer, name) => (importer.startsWith("karenina:") ? guestModuleName(name) : name),
  );
  const context = runtime.newContext();
  const outcome = untrapped(() => outcomeOf(context, runtime, program, interpreter.isFull)) ?? "trapped";
  const disposed = untrapped(() => {
    context.dispose();
    runtime.dispose();
    return true;
  });
  const trapped = outcome === "trapped" || disposed === undefined;
  if (clock.expired) throw limitExceeded(subject, `took longer than ${limits.timeoutMs} ms`, { trapped });
  if (outcome === "exhausted" || interpreter.isFull()) throw memoryExceeded(program);
  if (outcome === "trapped")
    throw limitExceeded(subject, "went deeper than the sandbox can follow", { trapped });
  if (outcome === "pending") throw describeFailure(subject, "waits for something that never happens");
  return valueIn(outcome.text, program);
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Undefined when the interpreter broke: code that ran out of memory can leave objects behind it cannot free. */
function untrapped<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** The reply; `pending` when there is none yet, `exhausted` when there was no room left to make one. */
type Outcome = { readonly text: string } | "pending" | "exhausted";

function outcomeOf(
  context: QuickJSContext,
  runtime: QuickJSRuntime,
  { subject, task }: SandboxRequest,
  isFull: () => boolean,
): Outcome {
  const started = context.evalCode(start(subject), "karenina:start", { type: "module" });
  if (started.error) return exhausted(started.error);
  const reply = context.getProp(started.value, "reply");
  const argument = context.newString(task);
  const called = context.callFunction(reply, context.undefined, argument);
  for (const handle of [started.value, reply, argument]) handle.dispose();
  if (called.error) return exhausted(called.error);
  const finished = runJobs(runtime, isFull);
  const outcome = readOutcome(context, called.value);
  called.value.dispose();
  return outcome === "pending" && !finished ? "exhausted" : outcome;
}

/** How many jobs run between two looks at the memory. */
const jobsAtOnce = 1000;

/**
 * Runs what promises have left to do; false where a limit ended it. A job catches what code throws, so what stops it is
 * a limit. A chain of promises that fills the memory ends without an error, so the memory is looked at on the way.
 */
function runJobs(runtime: QuickJSRuntime, isFull: () => boolean): boolean {
  while (runtime.hasPendingJob()) {
    const jobs = runtime.executePendingJobs(jobsAtOnce);
    jobs.error?.dispose();
    if (jobs.error !== undefined || isFull()) return false;
  }
  return true;
}

function readOutcome(context: QuickJSContext, promise: QuickJSHandle): Outcome {
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

/** The entry catches whatever the code throws; what still gets out is the interpreter's own distress. */
function exhausted(error: QuickJSHandle): "exhausted" {
  error.dispose();
  return "exhausted";
}

/** The reply of the guest's `main`, read without trust: the code may have changed how it was written. */
function valueIn(reply: string, program: SandboxRequest): string {
  const { ok, value, name, message, stack } = Object(parsed(reply));
  if (ok === true) return JSON.stringify(value ?? null);
  if (ok !== false) throw describeFailure(program.subject, "changed how JSON is written");
  throw guestFailure({ name: String(name), message: String(message), stack: String(stack) }, program);
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describeFailure(subject: SandboxSubject, what: string): SandboxError {
  return new SandboxError({ code: "sandbox_error", message: `${subjects[subject].title} code ${what}.` });
}
