import type { ModelInterface } from "../definition/index.ts";
import { openRouter as vendor } from "../vendors/index.ts";

/** OpenRouter. */
export const openRouter = {
  name: "openrouter",
  label: "OpenRouter",
  tier: "tool_loop",
  reached: "network",
  tellsCost: true,
  mediaTypes: ["image/*", "application/pdf"],
  takes: {},
  vendor,
  connect: async (model, context) => (await import("./connect.ts")).connectOpenRouter(model, context),
} as const satisfies ModelInterface;
