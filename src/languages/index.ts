export type { PythonTemplateProblem } from "./python-template-problem.ts";
export { pythonTemplateProblem } from "./python-template-problem.ts";
export { pythonTemplateSource } from "./python-template-source.ts";
export { withReadConditions } from "./read-scenario-code.ts";
export type { TemplateLoaderOptions } from "./template-loader.ts";
export { createTemplateLoader } from "./template-loader.ts";
export { isJavaScript } from "./typescript/javascript-text.ts";
export { readTypeScriptTemplate } from "./typescript/read-template.ts";
