import * as z from "zod";

/** An example by place in the question's list (0-based) or by the MD5 of its question text. */
const exampleChoice = z.union([z.int(), z.string().min(1)]);

/** What one question does differently from the run. */
export const QuestionFewShotConfig = z.strictObject({
  mode: z.enum(["all", "k-shot", "custom", "inherit"]).optional(),
  k: z.int().nullish(),
  selectedExamples: z.array(exampleChoice).nullish(),
  excludedExamples: z.array(exampleChoice).nullish(),
});
export type QuestionFewShotConfig = z.infer<typeof QuestionFewShotConfig>;

/**
 * Which examples are shown before a question. Defaults: source `both`, pool mode `all`.
 *
 * @example
 * { source: "question_pool", poolMode: "custom", questionConfigs: { q1: { selectedExamples: [0, 2] } } }
 */
export const FewShotConfig = z.strictObject({
  source: z.enum(["disabled", "question_pool", "global", "both"]).optional(),
  poolMode: z.enum(["all", "k-shot", "custom"]).optional(),
  poolK: z.int().optional(),
  questionConfigs: z.record(z.string(), QuestionFewShotConfig).optional(),
  globalExamples: z.array(z.strictObject({ question: z.string(), answer: z.string() })).optional(),
});
export type FewShotConfig = z.infer<typeof FewShotConfig>;
