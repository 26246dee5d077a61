export type { TemplateLoaderOptions } from "./template-loader.ts";
export { createTemplateLoader } from "./template-loader.ts";
export { readTypeScriptTemplate } from "./typescript/read-template.ts";
