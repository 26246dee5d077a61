import * as z from "zod";

/** Classifies errors of the models' servers that carry `pattern`. */
export const ErrorPatternConfig = z.strictObject({
  pattern: z.string().min(1),
  category: z.enum(["connection", "timeout", "rate_limit", "server_error", "permanent"]),
  matchType: z.enum(["message_substring", "type_name"]).optional(),
});
export type ErrorPatternConfig = z.infer<typeof ErrorPatternConfig>;
