import * as z from "zod";
import { runStatuses } from "../run/index.ts";

const text = z.string();

/** What `verify --json` prints of the run itself, beside its summary. */
export const verifyMembers = z.strictObject({
  benchmark: text.describe("its name"),
  runName: text.nullable(),
  status: z.enum(runStatuses).describe("how the run ended"),
  exitCode: z.int(),
  tasks: z.strictObject({
    total: z.int(),
    finished: z.int().describe("those with a result"),
    finishedBefore: z.int().describe("those among them that an earlier part of the run had finished"),
  }),
  durationSeconds: z.number(),
  failUnder: z
    .strictObject({
      required: z.number().describe("share of tasks that must pass"),
      passed: z.int(),
      of: z.int().describe("tasks that should have a verdict"),
      rate: z.number().nullable().describe("passed / of; null where `of` is 0"),
      met: z.boolean(),
    })
    .nullable()
    .describe("null where nothing was asked for"),
  complaints: z.array(text).readonly().describe("why the exit code is not 0"),
  lost: z
    .array(z.strictObject({ models: z.array(text).readonly(), reason: text }))
    .readonly()
    .describe("models that were given up"),
  warnings: z.array(text).readonly(),
  log: text.nullable().describe("null where it is gone, or there was none"),
  outputs: z.array(text).readonly().describe("exports that were asked for"),
  resumeCommand: text.nullable().describe("null where nothing is left to do"),
});
export type VerifyMembers = z.infer<typeof verifyMembers>;
