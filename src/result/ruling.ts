import * as z from "zod";
import { FailureCategory } from "./failure.ts";

/** A stage's decision about pass or fail. The last ruling of a result is its verdict; all of them are the audit trail. */
export const Ruling = z.object({
  stage: z.string(),
  /** Null: there is no answer, and nothing that it could have passed. */
  verifyResult: z.boolean().nullable(),
  kind: z.enum(["verification", "auto_fail", "override"]),
  reason: z.string(),
  /** Why it is no pass; null for a pass. */
  category: FailureCategory.nullable().default(null),
});
export type Ruling = z.infer<typeof Ruling>;
