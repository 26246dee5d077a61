export { createLlamaCppLlm } from "./llm.ts";
export type { LlamaCppModels } from "./models.ts";
export { createLlamaCppModels } from "./models.ts";
