import * as z from "zod";
import { Outcome } from "../../result/index.ts";

/** Both ends of an interval. */
const Range = z.object({ low: z.number(), high: z.number() });

/** A test of one difference. */
export const DifferenceTest = z.object({
  method: z
    .enum(["mcnemar", "sign_flip"])
    .describe("mcnemar: exact, of single pairs; sign_flip: a permutation test by cluster"),
  pValue: z.number().describe("two-sided"),
  adjustedP: z
    .number()
    .describe(
      "by Holm's method: over the pass rates of all pairs of sides, and by themselves over the traits and credit of all pairs, the successes of walks, and what else of walks is tested",
    ),
  exact: z.boolean().describe("false: ways of flipping were drawn, not all counted"),
});
export type DifferenceTest = z.infer<typeof DifferenceTest>;

const power = {
  minimumDetectableEffect: z
    .number()
    .nullable()
    .describe("the smallest true difference that such data would show; null where no pair differs"),
  clustersNeeded: z
    .int()
    .nullable()
    .describe(
      "questions with which a difference as large as the one found would show; null where there is none",
    ),
  clustersMissing: z.int().nullable().describe("how many more than there are"),
};

/** Verdicts of two sides over the same units, in counts and rates. */
export const verdictTable = {
  pairs: z.int().describe("units that have a verdict on both sides"),
  clusters: z
    .int()
    .describe(
      "questions, clusters of the key that was given, or of walks scenarios, of their criteria replicates, among them",
    ),
  both: z.int().describe("pairs in which both are true"),
  onlyA: z.int().describe("pairs in which only A's is true"),
  onlyB: z.int().describe("pairs in which only B's is true"),
  neither: z.int().describe("pairs in which neither is true"),
  rateA: z.number().nullable().describe("A's share of true over the pairs"),
  rateB: z.number().nullable().describe("B's share of true over the pairs"),
  difference: z.number().nullable().describe("rateB − rateA; null without pairs"),
  interval: Range.nullable().describe("of the difference, at the level of the comparison"),
  effectiveSize: z.number().describe("how many independent pairs these are worth"),
};

/** Verdicts of two sides over the same units: passes, a boolean trait, or what walks came to. */
export const VerdictComparison = z.object({
  name: z
    .string()
    .describe(
      "`pass`, or the name of a boolean trait; of walks `successful`, `completed`, or the name of a criterion",
    ),
  ...verdictTable,
  test: DifferenceTest.nullable().describe("null without pairs"),
  ...power,
});
export type VerdictComparison = z.infer<typeof VerdictComparison>;

/** Numbers of two sides over the same units. */
export const MeasureComparison = z.object({
  name: z
    .string()
    .describe(
      "`granular_score`, the name of a trait, `cost_usd`, `seconds`, `answer_tokens`, `judge_tokens`; of judges `judging_cost_usd` and `judging_seconds`, which leave out the answer they share; of walks also the name of a criterion, `turns_to_success` and `turns`",
    ),
  kind: z.enum(["score", "trait", "criterion", "resource"]),
  pairs: z.int().describe("units that have the number on both sides"),
  clusters: z
    .int()
    .describe(
      "questions, clusters of the key that was given, or of walks scenarios, of their criteria replicates, among them",
    ),
  meanA: z.number().describe("A's mean over the pairs"),
  meanB: z.number().describe("B's mean over the pairs"),
  difference: z.number().describe("meanB − meanA"),
  interval: Range.nullable().describe("by paired bootstrap; null where nothing varies"),
  test: DifferenceTest.nullable().describe("null for resources, which are not tested"),
  ...power,
});
export type MeasureComparison = z.infer<typeof MeasureComparison>;

/** How much of A's questions, or of those with a keyword, B can be held against. */
export const Coverage = z.object({
  keyword: z.string().nullable().describe("null: all questions"),
  questionsA: z.int().describe("questions A has, of each model and judge where these are matched"),
  absent: z.int().describe("those among them that B has no result of"),
  decidedA: z.int().describe("those among them that A has a verdict of"),
  decided: z.int().describe("those among them with a matched result that has a verdict on both sides"),
  pairs: z.int().describe("matched results with a verdict on both sides"),
  toVerifyB: z.int().describe("B's questions with a template, matched or not, counted likewise"),
  lacking: z
    .array(z.object({ side: z.enum(["a", "b"]), outcome: Outcome, count: z.int() }))
    .describe("matched results without a verdict, by side and outcome"),
});
export type Coverage = z.infer<typeof Coverage>;
