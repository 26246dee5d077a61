export type { AiSdkEmbedderOptions } from "./ai-sdk/embedder.ts";
export { createAiSdkEmbedder } from "./ai-sdk/embedder.ts";
export type { OpenAiEndpointEmbedderOptions } from "./openai-endpoint/embedder.ts";
export { createOpenAiEndpointEmbedder } from "./openai-endpoint/embedder.ts";
