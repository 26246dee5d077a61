export type { CallableRunnerOptions } from "./callable-runner.ts";
export { createCallableRunner } from "./callable-runner.ts";
export { checkCallableSource } from "./check-callable-source.ts";
export { checkTemplateSource } from "./check-template-source.ts";
export type { Sandbox, SandboxOptions } from "./sandbox.ts";
export { createSandbox } from "./sandbox.ts";
export { syntaxProblems } from "./syntax-problems.ts";
export type { TemplateLoaderOptions } from "./template-loader.ts";
export { createTemplateLoader } from "./template-loader.ts";
