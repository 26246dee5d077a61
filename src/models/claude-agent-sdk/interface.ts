import type { ConnectContext, ModelInterface, ResolvedModel } from "../definition/index.ts";

/** Claude Code's own agent. */
export const claudeAgentSdk = {
  name: "claude_agent_sdk",
  label: "the Claude agent, with files and commands",
  tier: "deep_agent",
  reached: "program",
  ownCalls: true,
  ownSandbox: true,
  takes: { anthropicBaseUrl: {}, anthropicApiKey: {} },
  vendor: "anthropic",
  unnamedKey: "ANTHROPIC_API_KEY",
  connect: async (model: ResolvedModel, context: ConnectContext) =>
    (await import("./connect.ts")).connectClaudeAgentSdk(model, context),
} as const satisfies ModelInterface;
