import { KareninaError, messageOf } from "../base/index.ts";
import type { CommandRunner } from "../ports/index.ts";
import type { CommandBackend, CommandRunnerOptions } from "./command-runner-options.ts";
import { openBackend } from "./open-backend.ts";

const automatic: readonly CommandBackend[] = ["bubblewrap", "namespaces", "docker", "podman"];
/** A container's image may have to be fetched first. */
const trialMs = { sandbox: 10_000, container: 120_000 } as const;

/**
 * A runner of the backend that was asked for, or of the first that works. A backend works when `true` runs in it, which
 * is tried once. Throws `KareninaError` with code `configuration` saying what was tried and why it failed; commands are
 * never run unsandboxed unless that is asked for by name. Dispose the runner to end what still runs.
 *
 * @example
 * await using runner = await chooseCommandRunner({ backend: "auto", limits: { memoryBytes: 2 ** 31 } });
 * const { exitCode, stdout } = await runner.run({ command: "npm test", workspacePath, timeoutMs: 60_000, maxOutputBytes: 30_000 });
 */
export async function chooseCommandRunner(options: CommandRunnerOptions = {}): Promise<CommandRunner> {
  const { backend = "auto" } = options;
  const failures: string[] = [];
  for (const candidate of backend === "auto" ? automatic : [backend]) {
    try {
      return await openWorking(candidate, options);
    } catch (error) {
      if (KareninaError.isInstance(error) && error.code === "cancelled") throw error;
      failures.push(`${candidate}: ${messageOf(error)}`);
    }
  }
  throw new KareninaError(
    "configuration",
    backend === "auto"
      ? `No backend that keeps commands inside their workspace works here. Tried ${failures.join("; ")}`
      : `The command backend does not work here. ${failures.join("; ")}`,
    {
      hint: 'Install bubblewrap, or give a container image. Commands run without a sandbox only with the backend "unsandboxed".',
    },
  );
}

async function openWorking(backend: CommandBackend, options: CommandRunnerOptions): Promise<CommandRunner> {
  const runner = openBackend(backend, options);
  try {
    const { exitCode, stderr, timedOut } = await runner.run({
      command: "true",
      // a folder that is there already: one made for the trial would stay if this process were killed now
      workspacePath: import.meta.dirname,
      readOnly: backend !== "unsandboxed",
      timeoutMs: backend === "docker" || backend === "podman" ? trialMs.container : trialMs.sandbox,
      maxOutputBytes: 4000,
      signal: options.signal,
    });
    if (exitCode === 0) return runner;
    throw new KareninaError(
      "configuration",
      timedOut ? "it took too long" : stderr.trim() || `exit code ${exitCode}`,
    );
  } catch (error) {
    await runner[Symbol.asyncDispose]();
    throw error;
  }
}
