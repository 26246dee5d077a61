import { stat } from "node:fs/promises";
import { exitGuard, KareninaError, startDeadline, TransportError } from "../../base/index.ts";
import type { AgentPort, AgentReply, AgentRequest } from "../../ports/index.ts";
import { checkAgentRequest, refuseCancelled } from "../tool-loop/index.ts";
import { type ClaudeAgentSdkConnection, resolveConnection } from "./connection.ts";
import { finishReasonOf } from "./finish-reason.ts";
import { runProgram } from "./program/run-program.ts";
import { promptOf } from "./prompt.ts";
import { runningCalls } from "./running-calls.ts";
import { sandboxSettings } from "./sandbox/sandbox.ts";
import { noteStubs } from "./sandbox/sandbox-stubs.ts";
import { nameInProgram, toolServer } from "./tool-server.ts";
import type { Transcript } from "./transcript/transcript.ts";

/** A Claude agent, and what it may do in its workspace. */
export interface ClaudeAgentSdkOptions extends ClaudeAgentSdkConnection {
  /** `read_only`: it can look at files, and runs no commands. Default `read_write`. */
  readonly access?: "read_write" | "read_only";
  /** Runs its commands in the SDK's sandbox; without one on this system it refuses to run. Default true. */
  readonly sandbox?: boolean;
  /** Folders of which its commands see nothing but their workspace, also among programs. Default none. */
  readonly hiddenPaths?: readonly string[];
  /** Tools of the program beside those for files and commands, such as `WebSearch`, `WebFetch` or `Skill`. Default none. */
  readonly furtherTools?: readonly string[];
}

const readTools = ["Read", "Glob", "Grep"];
const writeTools = ["Write", "Edit", "NotebookEdit", "Bash"];
const capabilities = { systemPrompt: true, structuredOutput: true, tools: true };

/**
 * Claude Code's own agent, run by the Claude Agent SDK in the request's workspace: it reads and writes files there and
 * runs commands; tools of the request come as an MCP server inside this process and have their plain names in the
 * trace. It never asks for permission: what it may not do is an errored tool result. Each run is a process with a home
 * of its own, which is gone with everything it started when the run is over. The key is handed over so that commands
 * cannot see it. It has no setting for temperature.
 *
 * Throws `KareninaError` with code `missing_key` or `configuration` at once. A run throws `configuration` without a
 * workspace or where the sandbox is not available, `missing_dependency` without the package or its program,
 * `TransportError` when the model's server fails before anything came back, `cancelled` when the caller cancels.
 *
 * @example
 * await using agent = createClaudeAgentSdkAgent({ modelName: "claude-haiku-4-5" });
 * const reply = await agent.run({ messages, tools: [], maxTurns: 25, timeoutMs: 180_000, workspacePath });
 */
export function createClaudeAgentSdkAgent(options: ClaudeAgentSdkOptions): AgentPort {
  const connection = resolveConnection(options);
  const { access = "read_write", sandbox = true, hiddenPaths = [], furtherTools = [] } = options;
  const guard = exitGuard();
  const calls = runningCalls("the agent");
  const builtIn = [...readTools, ...(access === "read_only" ? [] : writeTools), ...furtherTools];
  const runsCommands = builtIn.includes("Bash");
  const isSandboxed = runsCommands && sandbox;

  const run = async (request: AgentRequest): Promise<AgentReply> => {
    checkAgentRequest(capabilities, request, undefined);
    const { signal: caller, observer, maxTurns, tools } = request;
    const workspacePath = await workspaceOf(request);
    const signal = caller === undefined ? calls.closed : AbortSignal.any([caller, calls.closed]);
    refuseCancelled({ signal });
    using deadline = startDeadline(request.timeoutMs, signal, connection.clock);
    const removeStubs = isSandboxed ? await noteStubs(workspacePath) : async () => undefined;
    const { transcript, failure } = await runProgram(connection, {
      ...{ prompt: promptOf(request.messages), maxTurns, observer, guard, signal: deadline.signal },
      options: async (folder) => ({
        cwd: workspacePath,
        tools: builtIn,
        // tools for files are not allowed as a whole: each call is checked by the path it names
        allowedTools: [
          ...builtIn.filter((name) => !fileTools.has(name)),
          ...tools.map(({ name }) => nameInProgram(name)),
        ],
        mcpServers: await toolServer(tools, deadline.signal),
        ...(isSandboxed && {
          sandbox: sandboxSettings(connection, { workspacePath, folder, hiddenPaths }),
        }),
      }),
    }).finally(removeStubs);
    refuseCancelled({ signal });
    if (failure === undefined) return replyOf(transcript);
    if (transcript.turns === 0 || !TransportError.isInstance(failure)) throw failure;
    return { ...replyOf(transcript), timeoutReached: false, error: failure };
  };

  return {
    tier: "deep_agent",
    commands: isSandboxed ? "sandboxed" : runsCommands ? "unsandboxed" : "none",
    run: (request) => calls.track(run(request)),
    [Symbol.asyncDispose]: () => calls[Symbol.asyncDispose](),
  };
}

/** The program could not be started in a folder that is not there, and would seem to be what is missing. */
async function workspaceOf({ workspacePath }: AgentRequest): Promise<string> {
  if (workspacePath === undefined) {
    throw new KareninaError("configuration", "The Claude agent needs a workspace, and this run has none.", {
      hint: "Give the benchmark a workspace root, or choose an interface that answers without one.",
    });
  }
  const found = await stat(workspacePath).catch(() => undefined);
  if (found?.isDirectory()) return workspacePath;
  throw new KareninaError("file_not_found", `The workspace ${workspacePath} is not there, or is no folder.`);
}

const fileTools: ReadonlySet<string> = new Set([...readTools, "Write", "Edit", "NotebookEdit"]);

function replyOf(transcript: Transcript): AgentReply {
  const { usage, model, turns, result } = transcript;
  return {
    messages: transcript.messages(),
    usage,
    usageKnown: usage.totalTokens > 0,
    model,
    turns,
    limitReached: result?.subtype === "error_max_turns",
    // nobody cancelled, so only the clock can have cut it short
    timeoutReached: result === undefined,
    ...(result !== undefined && { finishReason: finishReasonOf(transcript) }),
  };
}
