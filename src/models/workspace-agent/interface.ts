import type { ModelInterface } from "../definition/index.ts";

/** Our own agent around a model that is reached like any other. */
export const workspaceAgent = {
  name: "workspace_agent",
  label: "an agent with files and commands, around any model",
  tier: "deep_agent",
  reached: "network",
  takes: {},
  wraps: ["value", "replay", "llama_cpp", "openai_endpoint", "openrouter", "ai_sdk"],
  needs:
    "a provider (openai, anthropic, google, openrouter), a server's address, a model file, or a recording",
  cutsReading: true,
  connect: async (model, context) => (await import("./connect.ts")).connectWorkspaceAgent(model, context),
} as const satisfies ModelInterface;
