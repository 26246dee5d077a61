import * as z from "zod";
import { Coverage, MeasureComparison, VerdictComparison } from "./compared-values.ts";

const status = z.enum(["completed", "limit_reached", "error", "timeout"]);

/** What one side made of a scenario. */
const SideOfScenario = z.object({
  successful: z.int().describe("walks that were successful"),
  of: z.int().describe("walks"),
  status: status.describe("how the walk shown ended"),
  path: z.array(z.string()).readonly().describe("its nodes"),
  reasons: z.array(z.string()).readonly().describe("why it is no success, in sentences"),
});

/** A scenario on which the sides differ. */
export const ChangedScenario = z.object({
  scenario: z.string(),
  answering: z
    .string()
    .nullable()
    .describe("the model under test of these walks; null where there is one, or it is what is compared"),
  parsing: z.string().nullable().describe("their judge, likewise"),
  a: SideOfScenario.nullable().describe("null: A has no walk through it"),
  b: SideOfScenario.nullable().describe("null: B has no walk through it"),
});
export type ChangedScenario = z.infer<typeof ChangedScenario>;

const scenarioOf = "the scenario whose walks these are; replicates, by model, are its pieces of evidence";

/** The walks of two sides. */
export const WalkComparison = z.object({
  matched: z.int().describe("walks (scenario, replicate, and models where equal) that both have"),
  unmatchedA: z.int().describe("walks only A has; they are in no figure"),
  unmatchedB: z.int().describe("walks only B has; they are in no figure"),
  unmatchedScenarios: z
    .array(z.string())
    .describe("names of the first 20 scenarios that only one side has walks through"),
  unendedA: z.int().describe("turns of A's walks that have not ended; they are in no figure"),
  unendedB: z.int().describe("the same of B's"),
  apart: z
    .enum(["questions", "models", "judges"])
    .nullable()
    .describe(
      "where nothing is matched, what both sides have nothing in common of, `questions` being scenarios and replicates; null otherwise",
    ),
  modelsA: z.array(z.string()).describe("models under test of A's matched walks"),
  modelsB: z.array(z.string()).describe("models under test of B's matched walks"),
  judgesA: z.array(z.string()).describe("judges of A's matched walks"),
  judgesB: z.array(z.string()).describe("judges of B's matched walks"),
  otherJudges: z.int().describe("matched walks whose judge differs between the sides"),
  leftOutA: z
    .int()
    .describe(
      "matched walks that only of A say nothing of the model: judge, infrastructure, the scenario or the end of the run broke them off; they are in no rate but completion",
    ),
  leftOutB: z.int().describe("the same where only B's say nothing"),
  leftOutBoth: z.int().describe("the same where both do"),
  partialCostA: z
    .int()
    .describe(
      "A's matched walks of which the price of some calls is not known, where any is; they are in no cost",
    ),
  partialCostB: z.int().describe("the same of B's"),
  coverage: z
    .array(
      Coverage.extend({
        lacking: z
          .array(z.object({ side: z.enum(["a", "b"]), outcome: status, count: z.int() }))
          .describe("matched walks that say nothing of the model, by side and how they ended"),
      }),
    )
    .describe("of scenarios in place of questions; they have no keywords, so there is one entry"),
  successful: VerdictComparison.describe(
    "completed, and no criterion false; of walks that say something of the model on both sides",
  ),
  completed: VerdictComparison.describe("came to their end, of all matched walks"),
  outcomes: z
    .array(VerdictComparison.extend({ scenario: z.string().describe(scenarioOf) }))
    .describe("criteria that are true or false, of each scenario, over the walks that `successful` is of"),
  measures: z
    .array(
      MeasureComparison.extend({
        scenario: z.string().nullable().describe(`${scenarioOf}; null: of all, unless it is a criterion`),
      }),
    )
    .describe(
      "criteria that are numbers, of each scenario; turns to success, over walks that are successful on both sides; what was spent per walk: `turns`, `seconds`, `cost_usd`",
    ),
  broken: z
    .array(ChangedScenario)
    .describe("scenarios in which A succeeds in more than half of the pairs and B does not"),
  mended: z
    .array(ChangedScenario)
    .describe("scenarios in which B succeeds in more than half of the pairs and A does not"),
  newFailures: z
    .array(ChangedScenario)
    .describe(
      "scenarios in which B succeeds in at most half of its walks, those broken off included, and in which A succeeds or that it has not",
    ),
});
export type WalkComparison = z.infer<typeof WalkComparison>;
