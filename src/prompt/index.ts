export type { Prompt } from "./assemble.ts";
export { assemblePrompt } from "./assemble.ts";
export { attachedText } from "./attached-text.ts";
export { jsonSection, section } from "./section.ts";
