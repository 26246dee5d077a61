import * as z from "zod";

const measure = z.object({
  value: z
    .number()
    .nullable()
    .describe("null where it is not defined: nobody differs in what they say at all"),
  interval: z
    .object({ low: z.number(), high: z.number() })
    .nullable()
    .describe("95%, by bootstrap over answers; null where nothing varies"),
});

const aspect = {
  kind: z.enum(["verdict", "field", "trait"]),
  name: z.string().describe("`pass`, or the name of a field or trait"),
  metric: z
    .enum(["nominal", "ordinal"])
    .describe(
      "ordinal where the values are numbers: α then weighs how far apart ranks are, and κ the squares",
    ),
  answers: z.int().describe("answers with at least two values"),
  differing: z.int().describe("answers among them on which the values differ"),
  rawAgreement: measure.describe("share of agreeing pairs of values, mean over answers"),
  krippendorffAlpha: measure.describe("agreement beyond chance"),
};

/** How far judges agree on one verdict, field or trait of the same answers. */
export const JudgeAgreement = z.object({
  ...aspect,
  fleissKappa: measure.describe("agreement beyond chance; values count as alike or not"),
  cohenKappas: z
    .array(z.object({ first: z.string(), second: z.string(), answers: z.int(), kappa: measure }))
    .describe("of each pair of judges"),
  atStake: z
    .int()
    .describe(
      "answers on which values of it and verdicts both differ: passes that may hang on it; 0 for traits",
    ),
  doubtful: z.boolean().describe("true: α is known and below 0.667, the least for tentative conclusions"),
});
export type JudgeAgreement = z.infer<typeof JudgeAgreement>;

/** How far one judge says the same of the same answer when asked again. */
export const JudgeConsistency = z.object({ judge: z.string(), ...aspect });
export type JudgeConsistency = z.infer<typeof JudgeConsistency>;

/** What a run says about its judges. */
export const JudgeReliability = z.object({
  judges: z.array(z.string()).describe("display strings, in order of first appearance"),
  between: z
    .array(JudgeAgreement)
    .describe("what several judges said of the same answers; empty with one judge"),
  within: z
    .array(JudgeConsistency)
    .describe("what one judge said of answers that replicates repeat word by word; empty where none does"),
});
export type JudgeReliability = z.infer<typeof JudgeReliability>;
