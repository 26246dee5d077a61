export { readJsonPath } from "./json-path.ts";
