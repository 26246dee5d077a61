import * as z from "zod";
import { recordOf } from "../base/index.ts";
import { Ruling } from "./ruling.ts";

/** What became of one stage. Calls, tokens and cost are what this stage itself spent: a shared answer costs nothing here. */
export const StageRecord = z.object({
  name: z.string(),
  status: z.enum(["ran", "skipped", "failed"]),
  /** Why it was skipped or failed. */
  reason: z.string().nullable().default(null),
  /** Wall time in milliseconds. */
  durationMs: z.number().default(0),
  modelCalls: z.int().default(0),
  /** Repeated calls per transport category. */
  retries: recordOf(z.int()).default({}),
  inputTokens: z.number().default(0),
  outputTokens: z.number().default(0),
  /** In US dollars; null when unknown. */
  costUsd: z.number().nullable().default(null),
  ruling: Ruling.nullable().default(null),
});
export type StageRecord = z.infer<typeof StageRecord>;
