import type { CallableRunner, TemplateLoader } from "../ports/index.ts";
import { type CallableRunnerOptions, callableRunnerOn } from "./callable-runner.ts";
import { guestNames } from "./guest-names.ts";
import { createSandboxThread } from "./sandbox-thread.ts";
import { type TemplateLoaderOptions, templateLoaderOn } from "./template-loader.ts";

/** Limits of code from files. */
export interface SandboxOptions {
  readonly templates?: TemplateLoaderOptions;
  readonly callables?: CallableRunnerOptions;
}

/** What runs the code of a benchmark file: its templates' and its traits'. Disposing ends both. */
export interface Sandbox extends AsyncDisposable {
  readonly templates: TemplateLoader;
  readonly callables: CallableRunner;
}

/**
 * A sandbox for everything in a benchmark file that is code, in one thread that starts when first needed.
 *
 * @example
 * await using sandbox = createSandbox();
 * const template = await sandbox.templates.load(source);
 * const value = await sandbox.callables.evaluate(trait.code, answer);
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const thread = createSandboxThread(guestNames());
  return {
    templates: templateLoaderOn(thread, options.templates),
    callables: callableRunnerOn(thread, options.callables),
    [Symbol.asyncDispose]: async () => thread[Symbol.asyncDispose](),
  };
}
