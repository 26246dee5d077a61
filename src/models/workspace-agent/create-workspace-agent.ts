import { realpath } from "node:fs/promises";
import {
  type Clock,
  createPatternEngine,
  KareninaError,
  type PatternEngine,
  systemClock,
} from "../../base/index.ts";
import type { AgentPort, AgentRequest, CommandRunner, LlmPort, Tool } from "../../ports/index.ts";
import { toolLoopAgent } from "../tool-loop/index.ts";
import { withInstructions } from "./instructions.ts";
import { defaultWorkspaceAgentLimits, type WorkspaceAgentLimits } from "./limits.ts";
import { toolTurns } from "./tools/tool-turns.ts";
import { workspaceTools } from "./tools/workspace-tools.ts";

/** What a workspace agent is made of. */
interface WorkspaceAgentOptions {
  /** Any model that can ask for tools. */
  readonly llm: LlmPort;
  /** Runs its commands; null: it has none. Not disposed with the agent. */
  readonly runner: CommandRunner | null;
  /** `read_only`: it cannot write files, and its commands see files they cannot change. */
  readonly access: "read_write" | "read_only";
  readonly limits?: Partial<WorkspaceAgentLimits>;
  /** Limit of one attempt of one model call, in milliseconds. */
  readonly requestTimeoutMs?: number;
  /** Runs the regular expressions of searches. Default: in linear time only. */
  readonly patterns?: PatternEngine;
  readonly clock?: Clock;
}

/**
 * A deep agent for any model: a loop with tools that read, write, list and search files, and run commands, all of them
 * confined to `workspacePath`. Tools of the request whose names are taken get `mcp_` in front. Disposing the agent
 * disposes the model.
 *
 * Throws `KareninaError` with code `configuration` for read-only access with an unsandboxed runner, and for a run
 * without a workspace; `file_not_found` when the workspace does not exist. Otherwise as {@link toolLoopAgent}.
 *
 * @example
 * await using runner = await chooseCommandRunner({ backend: "auto" });
 * await using agent = createWorkspaceAgent({ llm, runner, access: "read_write" });
 * const reply = await agent.run({ messages, tools: [], maxTurns: 25, timeoutMs: 180_000, workspacePath });
 */
export function createWorkspaceAgent(options: WorkspaceAgentOptions): AgentPort {
  const {
    llm,
    runner,
    access,
    requestTimeoutMs,
    clock = systemClock,
    patterns = createPatternEngine(),
  } = options;
  const limits = { ...defaultWorkspaceAgentLimits, ...options.limits };
  if (access === "read_only" && runner?.backend === "unsandboxed") {
    throw new KareninaError("configuration", "Unsandboxed commands cannot be kept from writing.", {
      hint: "Choose a sandboxed backend, leave commands out, or give the agent a copy that it may change.",
    });
  }
  const agent = toolLoopAgent(llm, {
    tier: "deep_agent",
    commands: runner === null ? "none" : runner.backend === "unsandboxed" ? "unsandboxed" : "sandboxed",
    clock,
    requestTimeoutMs,
    toolCallLimit: limits.toolCalls,
  });
  return {
    ...agent,
    async run(request) {
      const workspacePath = await workspaceOf(request);
      const own = workspaceTools({
        workspacePath,
        access,
        runner,
        limits,
        patterns,
        clock,
        turns: toolTurns(),
      });
      return await agent.run({
        ...request,
        messages: withInstructions(request.messages, { access, runner, workspacePath }),
        tools: [...own, ...renamed(request.tools, own)],
      });
    },
  };
}

async function workspaceOf({ workspacePath }: AgentRequest): Promise<string> {
  if (workspacePath === undefined) {
    throw new KareninaError("configuration", "A workspace agent needs a workspace, and the run has none.", {
      hint: "Set workspace_root for the benchmark, or choose an interface that needs no workspace.",
    });
  }
  try {
    return await realpath(workspacePath);
  } catch (cause) {
    throw new KareninaError("file_not_found", `The workspace ${workspacePath} does not exist.`, { cause });
  }
}

const longestName = 64;

function renamed(tools: readonly Tool[], own: readonly Tool[]): readonly Tool[] {
  const taken = new Set([...own, ...tools].map(({ name }) => name));
  const ownNames = new Set(own.map(({ name }) => name));
  return tools.map((tool) => {
    if (!ownNames.has(tool.name)) return tool;
    let name = tool.name;
    while (taken.has(name)) name = `mcp_${name}`.slice(0, longestName);
    taken.add(name);
    return { ...tool, name, call: (input, callOptions) => tool.call(input, callOptions) };
  });
}
