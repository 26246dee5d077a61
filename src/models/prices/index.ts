export { priceOf, priceSource } from "./price-of.ts";
