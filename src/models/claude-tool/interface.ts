import type { ModelInterface } from "../definition/index.ts";
import { anthropic } from "../vendors/index.ts";

/** A Claude model through Anthropic's own package. */
export const claudeTool = {
  name: "claude_tool",
  label: "Claude through Anthropic's package",
  tier: "tool_loop",
  reached: "network",
  mediaTypes: ["image/*", "application/pdf"],
  takes: { anthropicBaseUrl: {}, anthropicApiKey: {} },
  vendor: anthropic,
  packages: ["@anthropic-ai/sdk"],
  connect: async (model, context) => (await import("./connect.ts")).connectClaudeTool(model, context),
} as const satisfies ModelInterface;
