export { providerOptions } from "./connect.ts";
export { createAiSdkEmbedder } from "./embedder.ts";
export { createAiSdkLlm } from "./llm.ts";
export { createOpenRouterLlm } from "./openrouter.ts";
export { sdkProviders } from "./providers/index.ts";
