export { addressProblem, filledPlaces } from "./fill-request.ts";
export { readJsonPath } from "./json-path.ts";
