import * as z from "zod";
import { Outcome } from "../../result/index.ts";

/** Both ends of an interval. */
const Range = z.object({ low: z.number(), high: z.number() });

const count = z.int().describe("how many");
const counts = z.object(
  // Object.fromEntries forgets the literal keys of the list
  Object.fromEntries(Outcome.options.map((outcome) => [outcome, count])) as Record<Outcome, typeof count>,
);

/** A test of one difference. */
export const DifferenceTest = z.object({
  method: z
    .enum(["mcnemar", "sign_flip"])
    .describe("mcnemar: exact, of single pairs; sign_flip: a permutation test by cluster"),
  pValue: z.number().describe("two-sided"),
  adjustedP: z
    .number()
    .describe(
      "by Holm's method: over the pass rates of all pairs of sides, and by themselves over the traits and credit of all pairs",
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

const verdictTable = {
  pairs: z.int().describe("units that have a verdict on both sides"),
  clusters: z.int().describe("questions, or clusters of the key that was given, among them"),
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

/** Verdicts of two sides over the same units: passes, or a boolean trait. */
export const VerdictComparison = z.object({
  name: z.string().describe("`pass`, or the name of a boolean trait"),
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
      "`granular_score`, the name of a trait, `cost_usd`, `seconds`, `answer_tokens`, `judge_tokens`; of judges `judging_cost_usd` and `judging_seconds`, which leave out the answer they share",
    ),
  kind: z.enum(["score", "trait", "resource"]),
  pairs: z.int().describe("units that have the number on both sides"),
  clusters: z.int().describe("questions, or clusters of the key that was given, among them"),
  meanA: z.number().describe("A's mean over the pairs"),
  meanB: z.number().describe("B's mean over the pairs"),
  difference: z.number().describe("meanB − meanA"),
  interval: Range.nullable().describe("by paired bootstrap; null where nothing varies"),
  test: DifferenceTest.nullable().describe("null for resources, which are not tested"),
  ...power,
});
export type MeasureComparison = z.infer<typeof MeasureComparison>;

/** What one side made of a question. */
const SideOfQuestion = z.object({
  passed: z.int().describe("results that passed"),
  of: z.int().describe("results with a template"),
  outcome: Outcome.describe("of the result shown"),
  got: z.string().nullable().describe("what the judge extracted, cut; the fields that failed where some did"),
  reason: z.string().nullable().describe("why it is no pass"),
});

/** A question on which the sides differ. */
export const ChangedQuestion = z.object({
  questionId: z.string(),
  questionText: z.string(),
  keywords: z.array(z.string()),
  answering: z
    .string()
    .nullable()
    .describe("the model under test of these results; null where there is one, or it is what is compared"),
  parsing: z.string().nullable().describe("their judge, likewise"),
  expected: z.string().nullable().describe("the ground truth, cut"),
  a: SideOfQuestion.nullable().describe("null: A has no result of it"),
  b: SideOfQuestion.nullable().describe("null: B has no result of it"),
});
export type ChangedQuestion = z.infer<typeof ChangedQuestion>;

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

/** Two sides. */
export const PairComparison = z.object({
  a: z.string().describe("the name of the side that is compared with"),
  b: z.string().describe("the name of the side that is compared; differences are B's less A's"),
  matched: z.int().describe("units (question, replicate, and models where equal) that both have"),
  unmatchedA: z.int().describe("units only A has; they are in no figure"),
  unmatchedB: z.int().describe("units only B has; they are in no figure"),
  unmatchedQuestions: z.array(z.string()).describe("ids of the first 20 questions that only one side has"),
  modelsA: z.array(z.string()).describe("models under test of A's matched units"),
  modelsB: z.array(z.string()).describe("models under test of B's matched units"),
  judgesA: z.array(z.string()).describe("judges of A's matched units"),
  judgesB: z.array(z.string()).describe("judges of B's matched units"),
  apart: z
    .enum(["questions", "models", "judges"])
    .nullable()
    .describe("where nothing is matched, what both sides have nothing in common of; null otherwise"),
  otherJudges: z.int().describe("matched units whose judge differs between the sides"),
  otherTexts: z
    .int()
    .describe("matched questions, by id, whose texts, or what stood around them, differ between the sides"),
  firstOtherText: z.string().nullable().describe("the id of the first of them"),
  outcomesA: counts.describe("A's matched units by outcome"),
  outcomesB: counts.describe("B's matched units by outcome"),
  withoutVerdictA: z
    .int()
    .describe("matched units with a template where only A lacks a verdict; they are in no rate"),
  withoutVerdictB: z.int().describe("the same where only B lacks one"),
  withoutVerdictBoth: z.int().describe("the same where both do"),
  partialCostA: z
    .int()
    .describe(
      "A's matched units of which the price of some calls is not known, where any is; they are in no cost",
    ),
  partialCostB: z.int().describe("the same of B's"),
  coverage: z.array(Coverage).describe("of all questions first, then by keyword"),
  passes: VerdictComparison,
  keywords: z
    .array(z.object({ keyword: z.string(), ...verdictTable }))
    .describe("passes by keyword, most pairs first; not tested"),
  traits: z.array(VerdictComparison).describe("boolean traits"),
  classes: z
    .array(z.object({ trait: z.string(), label: z.string(), ...verdictTable }))
    .describe(
      "shares of the classes of literal traits, the first 20 of each that either side has; not tested",
    ),
  measures: z.array(MeasureComparison).describe("granular scores, numeric traits and what was spent"),
  broken: z
    .array(ChangedQuestion)
    .describe("questions that A passes in more than half of the pairs and B does not"),
  mended: z
    .array(ChangedQuestion)
    .describe("questions that B passes in more than half of the pairs and A does not"),
  newFailures: z
    .array(ChangedQuestion)
    .describe(
      "questions of which B passes at most half, failures of judge and infrastructure included, and that A passes or has not",
    ),
});
export type PairComparison = z.infer<typeof PairComparison>;

/** The names of sides without any result. */
export function emptySides({
  a,
  b,
  matched,
  unmatchedA,
  unmatchedB,
}: Pick<PairComparison, "a" | "b" | "matched" | "unmatchedA" | "unmatchedB">): readonly string[] {
  return [...(matched + unmatchedA === 0 ? [a] : []), ...(matched + unmatchedB === 0 ? [b] : [])];
}

/** Runs or models side by side. */
export const Comparison = z.object({
  sides: z.array(z.string()).describe("names, in the order given"),
  level: z.number().describe("of intervals"),
  clusteredBy: z
    .string()
    .describe(
      "what is one piece of evidence: `question`, `keyword`, `author`, `length`, `property:NAME`; `function` of a program",
    ),
  alpha: z.number().describe("how often a test may find a difference where there is none"),
  seed: z.int().describe("of what is drawn"),
  tests: z.int().describe("how many tests were made"),
  passTests: z.int().describe("those among them of pass rates, which are adjusted by themselves"),
  pairs: z.array(PairComparison).describe("each side with each later one"),
});
export type Comparison = z.infer<typeof Comparison>;
