import type { ModelInterface } from "../definition/index.ts";
import { anthropic } from "../vendors/index.ts";

/** Claude Code's own agent. */
export const claudeAgentSdk = {
  name: "claude_agent_sdk",
  label: "the Claude agent, with files and commands",
  tier: "deep_agent",
  reached: "program",
  tellsCost: true,
  ownCalls: true,
  ownSandbox: true,
  takes: { anthropicBaseUrl: {}, anthropicApiKey: {} },
  vendor: {
    ...anthropic,
    // its program takes tokens too, in this order
    keyVariables: [...anthropic.keyVariables, "CLAUDE_CODE_OAUTH_TOKEN", "ANTHROPIC_AUTH_TOKEN"],
  },
  packages: ["@anthropic-ai/claude-agent-sdk"],
  connect: async (model, context) => (await import("./connect.ts")).connectClaudeAgentSdk(model, context),
} as const satisfies ModelInterface;
