import type { ModelInterface } from "../definition/index.ts";

/** An OpenAI-compatible server. */
export const openAiEndpoint = {
  name: "openai_endpoint",
  label: "an OpenAI-compatible server",
  tier: "tool_loop",
  reached: "network",
  mediaTypes: ["image/*"],
  takes: { endpointBaseUrl: { needed: "the server's address", impliesInterface: true }, endpointApiKey: {} },
  unnamedKey: "no key",
  connect: async (model, context) => (await import("./connect.ts")).connectOpenAiEndpoint(model, context),
} as const satisfies ModelInterface;
