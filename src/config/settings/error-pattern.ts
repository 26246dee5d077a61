import * as z from "zod";
import { transportCategories } from "../../base/index.ts";

/** Classifies errors of the models' servers that carry `pattern`. */
export const ErrorPatternConfig = z.strictObject({
  pattern: z.string().min(1).describe("What an error's message, or the name of its type, carries."),
  category: z.enum(transportCategories).describe("How such an error is treated."),
  matchType: z
    .enum(["message_substring", "type_name"])
    .optional()
    .describe("Where the pattern is looked for. Default: `message_substring`."),
});
export type ErrorPatternConfig = z.infer<typeof ErrorPatternConfig>;
