export type { Prompt } from "./assemble.ts";
export { assemblePrompt } from "./assemble.ts";
export { attachedText } from "./attached-text.ts";
export type { ModelPrompt } from "./model-prompt.ts";
export { countQuestionPlaces, fillUserPrompt, modelIdOf, promptedId } from "./model-prompt.ts";
export { jsonSection, section } from "./section.ts";
