import * as z from "zod";
import { amount } from "../amount.ts";
import type * as documented from "../result-types.generated.ts";

/** Where a result, or its answer, was taken over from, and what that had taken there. Nothing of it is spent by this run. */
export const ReusedResult = z.strictObject({
  /** `answer`: the answer was taken over and judged anew; `result`: so was everything else. */
  what: z.enum(["answer", "result"]),
  /** The id of the result that it comes from. */
  resultId: z.string(),
  /** The name of the run that it comes from. */
  runName: z.string().nullable().default(null),
  /** When that result was made: ISO 8601 in UTC. */
  timestamp: z.string(),
  /** Wall time in seconds that it took there. */
  seconds: amount.default(0),
  /** Tokens sent there. */
  inputTokens: amount.default(0),
  /** Tokens received there. */
  outputTokens: amount.default(0),
  /** In US dollars; null when unknown. */
  costUsd: amount.nullable().default(null),
  /** True: tokens and cost are what a file of answers says; no run has counted them. */
  toldByFile: z.boolean().default(false),
  /** Traits that this run has judged beside what it took over; absent: none. */
  addedTraits: z.array(z.string()).readonly().optional(),
  /** SHA-256 of what the answer said when it was judged, lower-case hexadecimal; null for whole results and in results of before. */
  answerDigest: z.string().nullable().default(null),
});
export type ReusedResult = documented.ReusedResult;
