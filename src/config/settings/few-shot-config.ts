import * as z from "zod";
import { recordOf } from "../../base/index.ts";
import type { FewShotConfig as FewShot, QuestionFewShotConfig as Question } from "./settings.generated.ts";

/** An example by place in the question's list (0-based) or by the MD5 of its question text. */
const ExampleChoice = z.union([z.int(), z.string().min(1)]);
export type ExampleChoice = z.infer<typeof ExampleChoice>;

/** What one question does differently from the run. */
export const QuestionFewShotConfig = z
  .strictObject({
    mode: z
      .enum(["all", "k-shot", "custom", "inherit"])
      .optional()
      .describe("Default: `inherit`, the run's."),
    k: z.int().nullish().describe("How many `k-shot` draws. Default: the run's."),
    selectedExamples: z
      .array(ExampleChoice)
      .nullish()
      .describe("For `custom`, in this order: by place from 0, or by the MD5 of the example's question."),
    excludedExamples: z
      .array(ExampleChoice)
      .nullish()
      .describe("Never shown, whatever the mode; a place counts in the question's whole list."),
  })
  .describe("What one question does differently from the run.");
export type QuestionFewShotConfig = Question;

/** How many examples `k-shot` draws where nobody says. */
export const defaultPoolK = 3;

/**
 * Which examples are shown before a question. {@link fewShot} makes such configurations.
 *
 * @example
 * { source: "question_pool", poolMode: "custom", questionConfigs: { q1: { selectedExamples: [0, 2] } } }
 */
export const FewShotConfig = z
  .strictObject({
    source: z
      .enum(["disabled", "question_pool", "global", "both"])
      .optional()
      .describe(
        "Whose examples: the question's own, those for all questions, both, or none. Default: `both`.",
      ),
    poolMode: z
      .enum(["all", "k-shot", "custom"])
      .optional()
      .describe("Which of a question's own: all, some drawn by lot, or the selected ones. Default: `all`."),
    poolK: z.int().optional().describe(`How many \`k-shot\` draws. Default: \`${defaultPoolK}\`.`),
    questionConfigs: recordOf(QuestionFewShotConfig).optional().describe("By the id of a question."),
    globalExamples: z
      .array(
        z.strictObject({
          question: z.string().describe("As the model is asked."),
          answer: z.string().describe("As the model is to answer."),
        }),
      )
      .optional()
      .describe("Examples for all questions, shown last."),
  })
  .describe("Which examples are shown before a question.");
export type FewShotConfig = FewShot;
