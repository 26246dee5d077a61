export { checkTemplateSource } from "./check-template-source.ts";
export type { SandboxPatternEngineOptions } from "./sandbox-pattern-engine.ts";
export { createSandboxPatternEngine } from "./sandbox-pattern-engine.ts";
export type { TemplateLoaderOptions } from "./template-loader.ts";
export { createTemplateLoader } from "./template-loader.ts";
