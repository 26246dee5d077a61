import * as z from "zod";
import { FailureCategory } from "./failure.ts";
import type * as documented from "./result-types.generated.ts";

/** A stage's decision about pass or fail. The last ruling of a result is its verdict; all of them are the audit trail. */
export const Ruling = z.object({
  /** The stage that decided. */
  stage: z.string(),
  /** Null: there is no answer, and nothing that it could have passed. */
  verifyResult: z.boolean().nullable(),
  /** `verification`: checks; `auto_fail`: a guard; `override`: another verdict was put aside. */
  kind: z.enum(["verification", "auto_fail", "override"]),
  /** Why, in words. */
  reason: z.string(),
  /** Why it is no pass; null for a pass. */
  category: FailureCategory.nullable().default(null),
});
export type Ruling = documented.Ruling;
