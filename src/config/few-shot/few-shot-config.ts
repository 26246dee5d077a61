import * as z from "zod";
import { recordOf } from "../../base/index.ts";
import type {
  FewShotConfig as FewShot,
  QuestionFewShotConfig as Question,
} from "../settings/settings.generated.ts";

/** An example by place in the question's list (0-based) or by the MD5 of its question text. */
const ExampleChoice = z.union([z.int(), z.string().min(1)]);
export type ExampleChoice = z.infer<typeof ExampleChoice>;

/** What one question does differently from the run. */
export const QuestionFewShotConfig = z.strictObject({
  mode: z.enum(["all", "k-shot", "custom", "inherit"]).optional(),
  /** For `k-shot`; default: the run's. */
  k: z.int().nullish(),
  /** For `custom`, in this order. */
  selectedExamples: z.array(ExampleChoice).nullish(),
  /** Never shown, whatever the mode; a place counts in the question's whole list. */
  excludedExamples: z.array(ExampleChoice).nullish(),
});
export type QuestionFewShotConfig = Question;

/**
 * Which examples are shown before a question. Defaults: source `both`, pool mode `all`, `poolK` 3. {@link fewShot} makes
 * such configurations.
 *
 * @example
 * { source: "question_pool", poolMode: "custom", questionConfigs: { q1: { selectedExamples: [0, 2] } } }
 */
export const FewShotConfig = z.strictObject({
  source: z.enum(["disabled", "question_pool", "global", "both"]).optional(),
  poolMode: z.enum(["all", "k-shot", "custom"]).optional(),
  poolK: z.int().optional(),
  questionConfigs: recordOf(QuestionFewShotConfig).optional(),
  globalExamples: z.array(z.strictObject({ question: z.string(), answer: z.string() })).optional(),
});
export type FewShotConfig = FewShot;

/** How many examples `k-shot` draws where nobody says. */
export const defaultPoolK = 3;
