export type { OwnAgent, OwnLlm } from "./given-model.ts";
export { isGivenModel, valueName } from "./interface.ts";
