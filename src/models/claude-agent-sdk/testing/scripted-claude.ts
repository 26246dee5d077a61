import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { AgentPort } from "../../../ports/index.ts";
import {
  type AgentTurn,
  type ScriptedAgent,
  servedTurn,
  stoppedClock,
} from "../../contract/scripted-agent.ts";
import { isMessageRequest, startAnthropicServer } from "../../testing/anthropic-server.ts";
import { anthropicWire, type ModelServer } from "../../testing/index.ts";
import { type ClaudeAgentSdkOptions, createClaudeAgentSdkAgent } from "../claude-agent.ts";
import { nameInProgram } from "../tool-server.ts";

/** The key of scripted agents; it must never show. */
export const scriptedKey = "sk-ant-scripted-key-000001";

/** The SDK's own program in a temporary workspace, with a scripted model behind it. */
interface ScriptedClaude extends ScriptedAgent {
  readonly agent: AgentPort;
  readonly server: ModelServer;
  readonly workspacePath: string;
}

/** Names that begin with a capital letter are tools of the program, all others ours. */
function inProgram(turn: AgentTurn): AgentTurn {
  if (!("calls" in turn) || turn.calls === undefined) return turn;
  const calls = turn.calls.map((call) => ({
    ...call,
    name: /^[A-Z]/.test(call.name) ? call.name : nameInProgram(call.name),
  }));
  return { ...turn, calls };
}

/** Starts the server of a scripted model: one turn per call, the last one for ever. */
export function startScriptedServer(
  turns: readonly AgentTurn[],
  onAsked: (index: number) => unknown = () => undefined,
): Promise<ModelServer> {
  return startAnthropicServer((_, index) => {
    onAsked(index);
    return servedTurn(anthropicWire, inProgram(turns[Math.min(index, turns.length - 1)] ?? { hang: true }));
  });
}

/** Starts a scripted agent. Its commands run without a sandbox, which test machines need not have. */
export async function startScriptedClaude(
  turns: readonly AgentTurn[],
  hooks: { readonly onAsked?: (index: number) => unknown } = {},
  options: Partial<ClaudeAgentSdkOptions> = {},
): Promise<ScriptedClaude> {
  const server = await startScriptedServer(turns, hooks.onAsked);
  const workspacePath = await mkdtemp(path.join(tmpdir(), "karenina-claude-test-"));
  const clock = stoppedClock();
  const agent = createClaudeAgentSdkAgent({
    clock,
    ...{ modelName: "claude-haiku-4-5", apiKey: scriptedKey, baseUrl: server.url, sandbox: false },
    ...options,
  });
  return {
    ...{ agent, server, workspacePath, request: { workspacePath }, expire: clock.expire },
    get asked() {
      return server.requests.filter(isMessageRequest).map((request) => JSON.stringify(request.body));
    },
    async [Symbol.asyncDispose]() {
      await agent[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await rm(workspacePath, { recursive: true, force: true });
    },
  };
}
