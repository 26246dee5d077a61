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
const evidence = z
  .int()
  .describe("replicates of models among them; several judges of an answer are one piece of evidence");
const criterion = { scenario: z.string(), outcome: z.string() };
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
      z.strictObject({ ...criterion, kind: z.literal("boolean"), ...share, clusters: evidence }),
      z.strictObject({ ...criterion, kind: z.literal("number"), ...mean }),
    ]),
  ).describe("by scenario and criterion, over the same walks"),
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
  cutShort: z
    .strictObject({
      count: z.int(),
      reasons: list(
        z.strictObject({
          status: status.exclude(["completed"]),
          category: z.string().nullable().describe("what kind of failure; null: none ended them"),
          stage: z.string().nullable().describe("what found it"),
          reason: z.string(),
          scenario: z.string().describe("of the first walk"),
          node: z.string().nullable().describe("where that stood"),
          walk: z.string().describe("its id, for `karenina show --walk`"),
          count: z.int(),
          models: list(z.strictObject({ model: z.string(), count: z.int() })),
        }),
      ).describe("each distinct reason once"),
      otherReasons: z.int().describe("walks cut short for reasons beyond those"),
    })
    .describe("walks that did not come to their end, and why"),
} satisfies { readonly [Key in keyof WalkSummary]: z.ZodType<WalkSummary[Key]> };
