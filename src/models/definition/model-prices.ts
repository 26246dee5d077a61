import * as z from "zod";

/** Price of a model in US dollars per million tokens; a cost the provider does not report is computed from it. */
export const ModelPrices = z.strictObject({
  input: z.number().min(0),
  output: z.number().min(0),
  cacheRead: z.number().min(0).optional(),
  cacheWrite: z.number().min(0).optional(),
});
export type ModelPrices = z.infer<typeof ModelPrices>;
