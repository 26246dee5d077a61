import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createPatternEngine, type JsonObject, systemClock } from "../../../base/index.ts";
import type { CommandRunner, ToolOutcome } from "../../../ports/index.ts";
import { defaultWorkspaceAgentLimits, type WorkspaceAgentLimits } from "../limits.ts";
import { toolTurns } from "../tools/tool-turns.ts";
import { workspaceTools } from "../tools/workspace-tools.ts";

/** The tools of a run, on a workspace of their own that is removed in the end. */
export interface OpenTools extends AsyncDisposable {
  /** The folder around the workspace, which nothing may reach. */
  readonly outside: string;
  readonly workspacePath: string;
  readonly names: readonly string[];
  use(name: string, input: JsonObject): Promise<ToolOutcome>;
}

export async function openTools(
  options: {
    readonly access?: "read_write" | "read_only";
    readonly runner?: CommandRunner;
    readonly limits?: Partial<WorkspaceAgentLimits>;
  } = {},
): Promise<OpenTools> {
  const outside = await realpath(await mkdtemp(path.join(tmpdir(), "karenina-tools-")));
  const workspacePath = await mkdtemp(path.join(outside, "workspace-"));
  const tools = workspaceTools({
    workspacePath,
    access: options.access ?? "read_write",
    runner: options.runner ?? null,
    limits: { ...defaultWorkspaceAgentLimits, ...options.limits },
    patterns: createPatternEngine(),
    clock: systemClock,
    turns: toolTurns(),
  });
  return {
    outside,
    workspacePath,
    names: tools.map(({ name }) => name),
    async use(name, input) {
      const tool = tools.find((one) => one.name === name);
      if (tool === undefined) throw new Error(`there is no tool ${name}`);
      return await tool.call(input, { signal: new AbortController().signal });
    },
    [Symbol.asyncDispose]: () => rm(outside, { recursive: true, force: true }),
  };
}
