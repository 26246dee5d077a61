export { createOpenAiEndpointEmbedder } from "./embedder.ts";
export { listOpenAiModels } from "./list-models.ts";
export { createOpenAiEndpointLlm } from "./llm.ts";
