export type { Pricing } from "./price-of.ts";
export { pricedLlm, priceOf } from "./price-of.ts";
