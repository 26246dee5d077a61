import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, it } from "vitest";
import { messageOf } from "../../base/index.ts";
import type { CommandOutcome, CommandRequest, CommandRunner } from "../../ports/index.ts";
import { chooseCommandRunner } from "../choose-command-runner.ts";
import type { CommandBackend, CommandRunnerOptions } from "../command-runner-options.ts";
import { openBackend } from "../open-backend.ts";

/** Runs the same tests for each sandbox that works on this machine; the others are named as skipped, with the reason. */
export async function describeSandboxes(
  about: string,
  tests: (backend: CommandBackend) => void,
): Promise<void> {
  for (const backend of ["bubblewrap", "namespaces"] as const) {
    const problem = await chooseCommandRunner({ backend }).then(
      (runner) => runner[Symbol.asyncDispose](),
      (error) => messageOf(error),
    );
    describe(`${about}: ${backend}`, () => {
      if (problem === undefined) tests(backend);
      else it.skip(`is not available here: ${problem}`);
    });
  }
}

/** A runner with a workspace of its own, which is removed in the end. */
interface Bench extends AsyncDisposable {
  readonly runner: CommandRunner;
  /** The folder around the workspace, which commands must not see. */
  readonly outside: string;
  readonly workspacePath: string;
  run(command: string, more?: Partial<CommandRequest>): Promise<CommandOutcome>;
}

export async function openBench({
  backend,
  ...options
}: CommandRunnerOptions & { readonly backend: CommandBackend }): Promise<Bench> {
  const runner = openBackend(backend, options);
  const outside = await mkdtemp(path.join(tmpdir(), "karenina-bench-"));
  const workspacePath = await mkdtemp(path.join(outside, "workspace-"));
  return {
    runner,
    outside,
    workspacePath,
    run: (command, more = {}) =>
      runner.run({ command, workspacePath, timeoutMs: 8000, maxOutputBytes: 20_000, ...more }),
    async [Symbol.asyncDispose]() {
      await runner[Symbol.asyncDispose]();
      await rm(outside, { recursive: true, force: true });
    },
  };
}

/** A text that no other process has on its command line. */
export const uniqueSeconds = (): string => `${1000 + Math.floor(Math.random() * 1e9)}`;
