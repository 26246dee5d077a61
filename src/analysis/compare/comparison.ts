import * as z from "zod";
import { Outcome } from "../../result/index.ts";
import { Coverage, MeasureComparison, VerdictComparison, verdictTable } from "./compared-values.ts";
import { WalkComparison } from "./walk-comparison.ts";

const count = z.int().describe("how many");
const counts = z.object(
  // Object.fromEntries forgets the literal keys of the list
  Object.fromEntries(Outcome.options.map((outcome) => [outcome, count])) as Record<Outcome, typeof count>,
);

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

const withInterval = z.object({
  value: z.number(),
  interval: z.object({ low: z.number(), high: z.number() }),
});

/** Pass rates of two sides without the errors of their judges. */
const CorrectedPasses = z.object({
  pairs: z
    .int()
    .describe("pairs with a verdict on both sides whose answers were kept, whatever judges they have"),
  sameAnswers: z
    .int()
    .describe("those among them with the same answer on both sides: persons find no difference in them"),
  labelledA: z.int().describe("A's answers among them that persons labelled"),
  labelledB: z.int().describe("the same of B's"),
  rateA: withInterval
    .nullable()
    .describe("prediction-powered, at the level of the comparison; null where labels are too few"),
  rateB: withInterval.nullable(),
  difference: withInterval.nullable().describe("rateB − rateA; null where labels of either are too few"),
});

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
  corrected: CorrectedPasses.nullable().describe(
    "passes as persons would find them; null without labels, or where no answer was kept",
  ),
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
  walks: WalkComparison.nullable().describe(
    "walks through scenarios, whose turns are in no other figure; null where neither side has any",
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
  walks,
}: Pick<PairComparison, "a" | "b" | "matched" | "unmatchedA" | "unmatchedB"> & {
  readonly walks: Pick<WalkComparison, "matched" | "unmatchedA" | "unmatchedB"> | null;
}): readonly string[] {
  const both = matched + (walks?.matched ?? 0);
  return [
    ...(both + unmatchedA + (walks?.unmatchedA ?? 0) === 0 ? [a] : []),
    ...(both + unmatchedB + (walks?.unmatchedB ?? 0) === 0 ? [b] : []),
  ];
}

/** True where a question has a result on either side: else there is nothing but walks, or nothing at all. */
export const hasQuestions = ({
  matched,
  unmatchedA,
  unmatchedB,
}: Pick<PairComparison, "matched" | "unmatchedA" | "unmatchedB">): boolean =>
  matched + unmatchedA + unmatchedB > 0;

/** Runs or models side by side. */
export const Comparison = z.object({
  sides: z.array(z.string()).describe("names, in the order given"),
  level: z.number().describe("of intervals"),
  clusteredBy: z
    .string()
    .describe(
      "what is one piece of evidence, of walks always their scenario: `question`, `keyword`, `author`, `length`, `property:NAME`, `adele:SCALE`; `function` of a program",
    ),
  alpha: z.number().describe("how often a test may find a difference where there is none"),
  seed: z.int().describe("of what is drawn"),
  tests: z.int().describe("how many tests were made"),
  passTests: z.int().describe("those among them of pass rates, which are adjusted by themselves"),
  successTests: z.int().describe("those of the success of walks, likewise"),
  walkTests: z.int().describe("all other tests of walks, likewise"),
  pairs: z.array(PairComparison).describe("each side with each later one"),
});
export type Comparison = z.infer<typeof Comparison>;
