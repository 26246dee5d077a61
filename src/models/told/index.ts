export { fieldPath, type JsonPath, readJsonPath, valueAt } from "./json-path.ts";
export { ToldContexts } from "./told-contexts.ts";
export { toldFailure } from "./told-failure.ts";
export { toldCounts } from "./told-usage.ts";
