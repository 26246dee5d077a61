import * as z from "zod";
import { Gate } from "./gate.ts";
import type { GateVerdict } from "./gate-verdict.ts";

/** What `--json` prints of gates where some were given. */
export const gateVerdicts = z
  .array(
    z.strictObject({
      gate: Gate,
      of: z.string().describe("what it was checked of: `overall`, a pair of models, or two sides"),
      observed: z.number().nullable().describe("null: nothing to tell by; the gate is not met"),
      wanted: z.number().describe("the bound"),
      direction: z.enum(["at_least", "at_most"]),
      met: z.boolean(),
      interval: z
        .strictObject({ low: z.number(), high: z.number() })
        .nullable()
        .describe("of what was observed; null where it is a plain count or sum, or nothing is known"),
      conclusive: z
        .boolean()
        .describe("false: the interval holds the bound, nothing is known, or the run did not end"),
      n: z.int().describe("results, values or pairs it is about"),
      problem: z
        .string()
        .nullable()
        .describe("why nothing was observed, there is too little to tell by, or a run did not end"),
      notes: z.array(z.string()).readonly().describe("what `observed` does not tell of"),
    }) satisfies z.ZodType<GateVerdict>,
  )
  .optional()
  .describe("where gates were given");
