export { createAiSdkEmbedder } from "./embedder.ts";
export { createAiSdkLlm, sdkModelLlm } from "./llm.ts";
export { providerOptions } from "./provider-options.ts";
