import * as z from "zod";
import { onlyMembers, type ShapeOf } from "../../base/index.ts";
import { FailureCategory, Ruling, VerificationResult } from "../../result/index.ts";
import type { StageRuling } from "../stage.ts";

const Text = z
  .string()
  .refine((text) => text.isWellFormed(), "expected whole characters; toWellFormed() makes them so");

const OwnRuling: z.ZodType<StageRuling> = onlyMembers({
  verifyResult: Ruling.shape.verifyResult,
  kind: Ruling.shape.kind,
  reason: Text,
  category: FailureCategory.exactOptional(),
} satisfies ShapeOf<StageRuling>);

/** So many warnings of one stage are looked at; one more says how many were left out. */
const mostWarnings = 40;

const Warnings = z
  .custom<readonly unknown[]>(Array.isArray, "expected a list")
  .transform((given) => {
    const leftOut = given.length - mostWarnings;
    const kept = given.slice(0, mostWarnings);
    return leftOut > 0 ? [...kept, `${leftOut} further warnings were left out`] : kept;
  })
  .pipe(z.array(Text));

/** What of an own stage's outcome is no fact. Its other members are facts. */
export const OwnOutcome = z.looseObject({
  ruling: OwnRuling.optional(),
  warnings: Warnings.optional(),
  error: z.unknown().optional(),
});

/** What `skip` of an own stage returns. */
export const OwnSkip = z.union([
  z.undefined(),
  Text,
  onlyMembers({ reason: Text, ruling: OwnRuling.exactOptional() }),
]);

/** What FinalizeResult makes. */
export const FinalResult = VerificationResult.omit({ stages: true, extensions: true }).superRefine(
  ({ metadata: { timestamp, executionTime } }, context) => {
    const refuse = (member: string, message: string) =>
      context.addIssue({ code: "custom", path: ["metadata", member], message });
    if (Number.isNaN(Date.parse(timestamp))) refuse("timestamp", "expected a time");
    if (!(executionTime >= 0 && executionTime <= Number.MAX_SAFE_INTEGER))
      refuse("executionTime", "expected seconds, of at least 0");
  },
);
