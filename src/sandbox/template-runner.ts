import { isJsonObject, type JsonObject, KareninaError, nestsDeeperThan } from "../base/index.ts";
import type { CustomCheckContext } from "../template/index.ts";
import { defaultMemoryBytes, defaultStackBytes } from "./sandbox-protocol.ts";
import { createSandboxThread } from "./sandbox-thread.ts";

/** Limits of template code. */
export interface TemplateRunnerOptions {
  /** Memory of one evaluation, the interpreter's own included; default 32 MB, 16 MB at least. */
  readonly memoryBytes?: number;
  /** Stack of one evaluation; default 256 KB. */
  readonly stackBytes?: number;
  /** CPU time for loading a template, in milliseconds; default 500. */
  readonly timeoutMs?: number;
  /** CPU time for one call of a custom check, in milliseconds; default 1000. */
  readonly callTimeoutMs?: number;
  /** How long beyond its CPU time code may take where nothing else stops it, in milliseconds; default 2000. */
  readonly graceMs?: number;
}

const defaults: Required<Omit<TemplateRunnerOptions, "graceMs">> = {
  memoryBytes: defaultMemoryBytes,
  stackBytes: defaultStackBytes,
  timeoutMs: 500,
  callTimeoutMs: 1000,
};

/** The text of each custom check a template has; absent: the template has none. */
export interface CustomCheckSources {
  readonly verify?: string;
  readonly verifyGranular?: string;
}

/** Runs the code of templates in a sandbox: no files, no network, no clock, bounded time, memory and stack. */
export interface TemplateRunner extends AsyncDisposable {
  /** What `templateFromDraft` makes a template of, found out by running its source. */
  describe(source: string): Promise<{ readonly draft: unknown; readonly checks: CustomCheckSources }>;
  /** Source with its types blanked, every sign in its place. Nothing is run. */
  stripTypes(source: string): Promise<string>;
  /** Calls a custom check of a source, which is run in a fresh sandbox first. What it returned is not checked here. */
  callCheck(
    source: string,
    check: keyof CustomCheckSources,
    given: { readonly answer: JsonObject; readonly context: CustomCheckContext },
  ): Promise<unknown>;
}

/** A runner with a thread of its own, which starts when it is first needed and ends with the runner. */
export function createTemplateRunner(options: TemplateRunnerOptions = {}): TemplateRunner {
  const { callTimeoutMs, graceMs, ...limits } = { ...defaults, ...options };
  const thread = createSandboxThread(graceMs);
  const run = (source: string, task: object, timeoutMs = limits.timeoutMs) =>
    thread.evaluate({
      subject: "template",
      source,
      task: JSON.stringify(task),
      limits: { ...limits, timeoutMs },
    });
  return {
    describe: async (source) => describedTemplate(await run(source, { kind: "describe" })),
    stripTypes: async (source) =>
      JSON.parse(
        await thread.evaluate({ subject: "template", source, task: "", limits, isSyntaxOnly: true }),
      ),
    callCheck: async (source, check, given) =>
      JSON.parse(await run(source, { kind: "call", check, ...given }, callTimeoutMs)),
    [Symbol.asyncDispose]: async () => thread[Symbol.asyncDispose](),
  };
}

/** Deepest nesting of the data a template may be made of. */
export const deepestTemplate = 100;

function describedTemplate(json: string): { readonly draft: unknown; readonly checks: CustomCheckSources } {
  if (nestsDeeperThan(json, deepestTemplate)) {
    throw new KareninaError(
      "template_invalid",
      `The template is nested deeper than ${deepestTemplate} levels.`,
    );
  }
  const described: unknown = JSON.parse(json);
  const { draft, verify, verifyGranular } = isJsonObject(described) ? described : {};
  return {
    draft,
    checks: {
      ...(typeof verify === "string" ? { verify } : {}),
      ...(typeof verifyGranular === "string" ? { verifyGranular } : {}),
    },
  };
}
