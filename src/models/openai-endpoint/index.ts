export { createOpenAiEndpointEmbedder } from "./embedder.ts";
export { createOpenAiEndpointLlm } from "./llm.ts";
