import * as z from "zod";
import { FailureCategory } from "./failure.ts";

/** A stage's decision about pass or fail. The last ruling of a result is its verdict; all of them are the audit trail. */
export const Ruling = z.object({
  stage: z.string(),
  verifyResult: z.boolean(),
  kind: z.enum(["verification", "auto_fail", "override"]),
  reason: z.string(),
  /** Why it is a failure; null for a pass. */
  category: FailureCategory.nullable().default(null),
});
export type Ruling = z.infer<typeof Ruling>;
