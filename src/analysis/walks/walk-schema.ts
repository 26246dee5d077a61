import * as z from "zod";
import type { WalkSummary } from "./scenario-tally.ts";

const list = <Item extends z.ZodType>(item: Item) => z.array(item).readonly();
const interval = z
  .strictObject({ low: z.number(), high: z.number() })
  .nullable()
  .describe("95%; null where it is not known");
const nameOrNull = z.string().nullable().describe("null where the file does not say");

const share = {
  passed: z.int(),
  of: z.int(),
  rate: z.number().nullable().describe("passed / of"),
  interval,
  clusters: z.int().describe("scenarios among them"),
};
const mean = {
  n: z.int(),
  mean: z.number().nullable(),
  interval,
  lowest: z.number().nullable(),
  highest: z.number().nullable(),
};
const status = z.enum(["completed", "limit_reached", "error", "timeout"]);

const numbers = {
  walks: z.int(),
  statuses: z.strictObject({
    completed: z.int(),
    limit_reached: z.int(),
    error: z.int(),
    timeout: z.int(),
  }),
  completed: z.strictObject(share).describe("walks that came to their end"),
  successful: z
    .strictObject(share)
    .describe("those that no criterion calls false, of walks that say something of the model"),
  outcomes: list(
    z.discriminatedUnion("kind", [
      z.strictObject({ outcome: z.string(), kind: z.literal("boolean"), ...share }),
      z.strictObject({ outcome: z.string(), kind: z.literal("number"), ...mean }),
    ]),
  ).describe("by criterion, over the same walks"),
  turns: z.strictObject(mean).describe("turns of a walk"),
  turnsToSuccess: z.strictObject(mean).describe("turns of a successful walk"),
  executionTime: z.strictObject(mean).describe("seconds of the turns of a walk"),
  besideTurns: z
    .strictObject({
      walks: z.int().describe("walks that did anything beside their turns"),
      input: z.number().describe("tokens sent"),
      output: z.number().describe("tokens received"),
      costUsd: z.number().nullable().describe("in US dollars, of the calls that know it"),
      costKnown: z.int().describe("those of `walks` of which `costUsd` holds everything"),
    })
    .describe("what walks spent beside their turns: on simulated users that had nothing more to ask"),
};

/** The members of a {@link WalkSummary}. */
export const walkSummaryShape = {
  overall: z.strictObject(numbers),
  pairs: list(z.strictObject({ answering: nameOrNull, parsing: nameOrNull, ...numbers })),
  scenarios: list(
    z.strictObject({
      scenario: z.string(),
      walks: z.int(),
      successful: z.int(),
      paths: list(z.strictObject({ path: list(z.string()), walks: z.int(), successful: z.int() })),
      otherPaths: z.int().describe("walks on ways beyond those listed"),
    }),
  ),
  failed: list(
    z.strictObject({
      scenario: z.string(),
      status,
      path: list(z.string()),
      replicate: z.int().nullable(),
      model: nameOrNull,
      judge: nameOrNull,
      reasons: list(z.string()),
    }),
  ).describe("the first walks that were no success, and why"),
} satisfies { readonly [Key in keyof WalkSummary]: z.ZodType<WalkSummary[Key]> };
