import * as z from "zod";
import type { CommandOutcome, CommandRunner, Tool, ToolOutcome } from "../../../ports/index.ts";
import type { ToolSettings } from "./tool-settings.ts";
import { workspaceTool } from "./workspace-tool.ts";

const RunCommandInput = z.object({
  command: z.string().min(1).describe("Command line for a shell"),
  seconds: z.number().positive().optional().describe("Time limit in seconds"),
});

/** Runs a command line in the workspace. */
export function runCommandTool(runner: CommandRunner, settings: ToolSettings): Tool {
  const { workspacePath, access, limits, turns } = settings;
  return workspaceTool(
    {
      name: "run_command",
      description: `Runs a command line in the workspace and shows its output and exit code. Nothing it starts goes on afterwards. Time limit ${limits.commandMs / 1000} s unless told otherwise, at most ${limits.longestCommandMs / 1000} s.`,
      input: RunCommandInput,
      changes: true,
      async run({ command, seconds }, { signal }) {
        const timeoutMs = Math.min(
          seconds === undefined ? limits.commandMs : seconds * 1000,
          limits.longestCommandMs,
        );
        const outcome = await runner.run({
          command,
          workspacePath,
          timeoutMs,
          maxOutputBytes: limits.commandOutputBytes,
          readOnly: access === "read_only",
          signal,
        });
        return commandText(outcome, timeoutMs);
      },
    },
    turns,
  );
}

/** Output, then errors with a prefix, then what is missing, then the exit code. */
function commandText(
  { exitCode, stdout, stderr, timedOut, omittedBytes }: CommandOutcome,
  timeoutMs: number,
): ToolOutcome {
  const parts = [
    ...linesOf(stdout),
    ...linesOf(stderr).map((line) => `[stderr] ${line}`),
    ...(omittedBytes > 0 ? [`[${omittedBytes} bytes of output were left out.]`] : []),
    ...(timedOut ? [`[The command was ended after ${timeoutMs / 1000} s.]`] : []),
    `Exit code: ${exitCode}`,
  ];
  return { text: parts.join("\n"), isError: timedOut };
}

function linesOf(output: string): readonly string[] {
  if (output === "") return [];
  return output.replace(/\n$/, "").split("\n");
}
