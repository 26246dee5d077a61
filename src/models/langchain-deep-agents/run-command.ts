import type { ExecuteResponse } from "deepagents";
import type { CommandRequest, CommandRunner } from "../../ports/index.ts";

/** The package's way of running commands over a runner; a line of stderr is marked as such. */
export async function runCommand(runner: CommandRunner, request: CommandRequest): Promise<ExecuteResponse> {
  const { stdout, stderr, exitCode, timedOut, omittedBytes } = await runner.run(request);
  const errors = stderr.replace(/\n$/, "");
  const parts = [
    ...(stdout === "" ? [] : [stdout.replace(/\n$/, "")]),
    ...(errors === "" ? [] : [errors.replaceAll(/^/gm, "[stderr] ")]),
    ...(timedOut ? [`The command was ended after ${request.timeoutMs / 1000} s.`] : []),
  ];
  return { output: parts.join("\n"), exitCode, truncated: omittedBytes > 0 };
}
