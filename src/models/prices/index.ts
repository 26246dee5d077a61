export { priceOf } from "./price-of.ts";
