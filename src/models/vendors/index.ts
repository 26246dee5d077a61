export type { Vendor, VendorFacts } from "./vendor.ts";
export { anthropic, findVendor, google, openAi, openRouter } from "./vendors.ts";
