import type { ModelInterface } from "../definition/index.ts";

/** A GGUF model in this process, through llama.cpp. */
export const llamaCpp = {
  name: "llama_cpp",
  label: "a GGUF file in this process",
  tier: "tool_loop",
  reached: "here",
  takes: { modelPath: { impliesInterface: true }, maxContextTokens: {} },
  packages: ["node-llama-cpp"],
  connect: async (model, context) => (await import("./connect.ts")).connectLlamaCpp(model, context),
} as const satisfies ModelInterface;
