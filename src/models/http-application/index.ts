export { addressProblem, filledPlaces, requestProblem } from "./request-places.ts";
