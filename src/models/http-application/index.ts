export { readJsonPath } from "./json-path.ts";
export { addressProblem, filledPlaces, requestProblem } from "./request-places.ts";
