import * as z from "zod";

const price = z.number().min(0);

/** Price of a model in US dollars per million tokens; a cost the provider does not report is computed from it. */
export const ModelPrices = z.strictObject({
  input: price.describe("Tokens of prompts."),
  output: price.describe("Tokens of replies."),
  cacheRead: price.optional().describe("Tokens of prompts that a cache has."),
  cacheWrite: price.optional().describe("Tokens of prompts that a cache takes."),
});
export type ModelPrices = z.infer<typeof ModelPrices>;
