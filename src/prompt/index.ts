export type { Prompt } from "./assemble.ts";
export { assemblePrompt } from "./assemble.ts";
export { jsonSection, section } from "./section.ts";
