import * as z from "zod";
import { recordOf } from "../base/index.ts";
import { amount } from "./amount.ts";
import type * as documented from "./result-types.generated.ts";
import { Ruling } from "./ruling.ts";

/** What became of one stage. Calls, tokens and cost are what this stage itself spent: a shared answer costs nothing here. */
export const StageRecord = z.object({
  /** Its name, such as `ParseTemplate`. */
  name: z.string(),
  /** What became of it. */
  status: z.enum(["ran", "skipped", "failed"]),
  /** Why it was skipped or failed. */
  reason: z.string().nullable().default(null),
  /** Wall time in milliseconds. */
  durationMs: amount.default(0),
  /** Calls of models. */
  modelCalls: z.int().nonnegative().default(0),
  /** Replies that were taken from the store of replies, of which nothing was spent; absent: none. */
  storedReplies: z.int().positive().optional(),
  /** Milliseconds from sending a call to the first piece of its reply, of the last reply that was streamed; absent: none was. */
  firstTokenMs: amount.optional(),
  /** Repeated calls per transport category. */
  retries: recordOf(z.int().nonnegative()).default({}),
  /** Tokens sent. */
  inputTokens: amount.default(0),
  /** Tokens received. */
  outputTokens: amount.default(0),
  /** In US dollars; null when unknown. */
  costUsd: amount.nullable().default(null),
  /** What it decided; null: nothing. */
  ruling: Ruling.nullable().default(null),
});
export type StageRecord = documented.StageRecord;
