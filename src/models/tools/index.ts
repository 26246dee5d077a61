export { answeredCalls } from "./answered-calls.ts";
export { currentLoopStart } from "./current-loop.ts";
export { readToolInput } from "./tool-input.ts";
export { toolNames } from "./tool-names.ts";
