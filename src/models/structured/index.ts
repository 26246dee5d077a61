export { schemaInPrompt, withPromptFallback } from "./prompt-fallback.ts";
export { closedSchema, fitsStrictMode } from "./strict-schema.ts";
