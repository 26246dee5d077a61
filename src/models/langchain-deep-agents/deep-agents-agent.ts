import { type Clock, KareninaError, loadPackage, startDeadline, systemClock } from "../../base/index.ts";
import type { AgentPort, AgentRequest, CommandRunner } from "../../ports/index.ts";
import { type ChatModelOptions, connectChatModel } from "../langchain/index.ts";
import { checkAgentRequest, refuseCancelled } from "../tool-loop/index.ts";
import type { SessionRequest } from "./session.ts";

/** A LangChain model, and what it may do as an agent. */
export interface DeepAgentsOptions extends ChatModelOptions {
  /** Runs its commands; whoever made it disposes it. Default: the agent has none. */
  readonly commands?: CommandRunner;
  /** `read_only`: nothing in the workspace changes. Default `read_write`. */
  readonly access?: "read_only" | "read_write";
  /** Wall-clock limit of one command, in milliseconds. Default 120,000. */
  readonly commandTimeoutMs?: number;
  /** Bytes kept of each of a command's stdout and stderr. Default 100,000. */
  readonly maxOutputBytes?: number;
  /** Characters of one tool's output the model gets to read, from its head and tail. Default 100,000. */
  readonly maxOutputLength?: number;
  readonly clock?: Clock;
}

/** Everything of the package this adapter calls, imported with the first run. */
const loadSession = () => loadPackage("deepagents", () => import("./session.ts"));

/**
 * LangChain's deep agent: plans, files, sub-agents and summaries of its own, on any LangChain model. Its files are those
 * of the request's workspace and nothing outside of it. Model calls of sub-agents and of summaries count as turns; of a
 * sub-agent the trace has what it was asked and what it handed back. What gets too long for the conversation is kept in
 * memory, not in the workspace. Nothing is sent to LangSmith.
 *
 * Throws `KareninaError` with code `missing_key` or `configuration` at once; `run` throws `configuration` without a
 * workspace, `cancelled` when the caller cancels, and the first model call's `TransportError`, not retried.
 *
 * @example
 * await using agent = createDeepAgentsAgent({ provider: "anthropic", modelName: "claude-haiku-4-5" });
 * const reply = await agent.run({ messages, tools: [], maxTurns: 25, timeoutMs: 180_000, workspacePath });
 */
export function createDeepAgentsAgent(options: DeepAgentsOptions): AgentPort {
  const { clock = systemClock, commands, commandTimeoutMs = 120_000, maxOutputBytes = 100_000 } = options;
  const source = connectChatModel(options);
  const settings = {
    ...{ source, clock, commands, commandTimeoutMs, maxOutputBytes },
    readOnly: options.access === "read_only",
    maxOutputLength: options.maxOutputLength,
  };
  return {
    tier: "deep_agent",
    commands: confinementOf(commands),
    async run(request) {
      checkAgentRequest({ systemPrompt: true, structuredOutput: false, tools: true }, request, undefined);
      const placed = withWorkspace(request);
      using deadline = startDeadline(request.timeoutMs, request.signal, clock);
      refuseCancelled(request);
      const { runSession } = await loadSession();
      return await runSession(settings, placed, deadline);
    },
    [Symbol.asyncDispose]: () => source.client[Symbol.asyncDispose](),
  };
}

function confinementOf(commands: CommandRunner | undefined): NonNullable<AgentPort["commands"]> {
  if (commands === undefined) return "none";
  return commands.backend === "unsandboxed" ? "unsandboxed" : "sandboxed";
}

function withWorkspace(request: AgentRequest): SessionRequest {
  const { workspacePath } = request;
  if (workspacePath !== undefined) return { ...request, workspacePath };
  throw new KareninaError("configuration", "A deep agent must have a workspace, and there is none.", {
    hint: "Give the run a workspace root.",
  });
}
