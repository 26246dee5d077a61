import type { InterfaceName } from "../model/interfaces.ts";
import { connectAiSdk } from "./interfaces/ai-sdk.ts";
import { connectClaudeAgentSdk } from "./interfaces/claude-agent-sdk.ts";
import { connectClaudeTool } from "./interfaces/claude-tool.ts";
import { connectLangChain } from "./interfaces/langchain.ts";
import { connectLangChainDeepAgents } from "./interfaces/langchain-deep-agents.ts";
import { connectLlamaCpp } from "./interfaces/llama-cpp.ts";
import { connectManual } from "./interfaces/manual.ts";
import { connectOpenAiEndpoint } from "./interfaces/openai-endpoint.ts";
import { connectOpenRouter } from "./interfaces/openrouter.ts";
import { connectReplay } from "./interfaces/replay.ts";
import { connectWorkspaceAgent } from "./interfaces/workspace-agent.ts";
import type { Connect } from "./wiring.ts";

/** How each interface is opened. */
export const connections: Readonly<Record<InterfaceName, Connect>> = {
  ai_sdk: connectAiSdk,
  openai_endpoint: connectOpenAiEndpoint,
  openrouter: connectOpenRouter,
  manual: connectManual,
  replay: connectReplay,
  langchain: connectLangChain,
  claude_tool: connectClaudeTool,
  llama_cpp: connectLlamaCpp,
  workspace_agent: connectWorkspaceAgent,
  claude_agent_sdk: connectClaudeAgentSdk,
  langchain_deep_agents: connectLangChainDeepAgents,
};
