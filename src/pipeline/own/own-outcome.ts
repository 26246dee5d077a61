import * as z from "zod";
import { KareninaError, type TransportCategory } from "../../base/index.ts";
import { FailureCategory, Ruling, VerificationResult } from "../../result/index.ts";
import type { StageRuling } from "../stage.ts";

const Text = z
  .string()
  .refine((text) => text.isWellFormed(), "expected whole characters; toWellFormed() makes them so");

const OwnRuling: z.ZodType<StageRuling> = z.object({
  verifyResult: Ruling.shape.verifyResult,
  kind: Ruling.shape.kind,
  reason: Text,
  category: FailureCategory.exactOptional(),
});

/** What of an own stage's outcome is no fact. */
export const OwnOutcome = z.looseObject({
  ruling: OwnRuling.optional(),
  warnings: z.array(Text).optional(),
  error: z.unknown().optional(),
});

/** What `skip` of an own stage returns. */
export const OwnSkip = z.union([
  z.undefined(),
  Text,
  z.object({ reason: Text, ruling: OwnRuling.exactOptional() }),
]);

const count = z.number().nonnegative();
const TransportName: z.ZodType<TransportCategory> = z.enum([
  "connection",
  "timeout",
  "rate_limit",
  "server_error",
  "permanent",
]);

/** A call of a model that an own stage tells its observer of. */
export const OwnCall = z.object({
  model: Text,
  durationMs: count,
  usage: z.object({
    inputTokens: count,
    outputTokens: count,
    totalTokens: count,
    reasoningTokens: count.exactOptional(),
    cacheReadTokens: count.exactOptional(),
    cacheCreationTokens: count.exactOptional(),
    costUsd: count.exactOptional(),
  }),
});

/** A repeated call likewise. */
export const OwnRetry = z.object({ category: TransportName, delayMs: count, reason: Text });

/** What FinalizeResult makes. */
export const FinalResult = VerificationResult.omit({ stages: true, extensions: true });

/**
 * Reads what comes from code of users.
 *
 * @param what begins the message, such as `CheckCitations returned what no stage may`
 * @throws KareninaError `composition` that names each wrong field.
 */
export function readOwn<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const lines = read.error.issues.map(({ path, message }) =>
    [path.join("."), message].filter(Boolean).join(": "),
  );
  throw new KareninaError("composition", `${what}: ${lines.join("; ")}.`);
}
