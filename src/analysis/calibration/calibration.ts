import * as z from "zod";

const interval = z
  .object({ low: z.number(), high: z.number() })
  .nullable()
  .describe("95%; null where it is not known");
const measure = z.object({ value: z.number().nullable().describe("null where it is not defined"), interval });
const kind = z.enum(["verdict", "field", "trait"]);
const name = z.string().describe("`pass`, or the name of a field or trait");
const value = z.union([z.boolean(), z.number(), z.string()]);

const disagreement = z.object({
  result: z.string().describe("the id of the result"),
  question: z.string(),
  persons: z.array(z.object({ rater: z.string(), value, note: z.string() })),
  judge: value.describe("what the judge said"),
  read: z.string().nullable().describe("of a field: what the judge read from the answer"),
  expected: z.string().nullable().describe("of a field: the ground truth"),
  evidence: z.string().nullable().describe("the first quotation that the judge relied on, or why it said so"),
});

const corrected = z
  .object({ value: z.number(), interval, moreLabels: z.int().nullable() })
  .nullable()
  .describe(
    "what persons would find over all answers; `more_labels` more halve the interval, null where no number does; null as a whole where it cannot be worked out",
  );

/** A judge against persons, in one respect. */
export const AspectCalibration = z.object({
  kind: z
    .enum(["verdict", "fields", "field", "trait"])
    .describe("`fields`: all fields together, as questions have fields of their own"),
  name,
  form: z.enum(["yes/no", "number", "class"]).describe("what is said of it"),
  answers: z.int().describe("of the run that the judge gave a value"),
  labelled: z.int().describe("of these, with an opinion of persons: that of most, of numbers the mean"),
  open: z
    .int()
    .describe("of these, where as many raters say one thing as another, or nobody is sure; in no figure"),
  counts: z
    .object({ bothPass: z.int(), onlyJudge: z.int(), onlyPerson: z.int(), bothFail: z.int() })
    .nullable()
    .describe("of labels, unweighted; null where more than yes and no is said"),
  agreement: measure.describe("share of answers of which judge and persons say the same, weighted"),
  kappa: measure.describe(
    "Cohen's; weighted as the sample was drawn for yes and no, else of the labels as they are, of numbers with quadratic weights",
  ),
  truePositive: measure
    .nullable()
    .describe(
      "what the judge passes of what persons pass, weighted; null where more than yes and no is said",
    ),
  trueNegative: measure.nullable().describe("what the judge fails of what persons fail"),
  raw: measure.describe(
    "what the judge says of all answers: the share of yes, or the mean; of classes not defined",
  ),
  roganGladen: corrected,
  predictionPowered: corrected,
  disagreements: z
    .array(disagreement)
    .describe("the first answers of which judge and persons say something else"),
});
export type AspectCalibration = z.infer<typeof AspectCalibration>;

/** One judge of one run against persons. */
export const JudgeCalibration = z.object({
  run: z.string(),
  judge: z.string(),
  aspects: z.array(AspectCalibration),
});
export type JudgeCalibration = z.infer<typeof JudgeCalibration>;

/** Two judges, or prompts, on the same labels. */
export const JudgesCompared = z.object({
  first: z.string(),
  second: z.string(),
  kind,
  name,
  answers: z.int().describe("that both judged and persons labelled"),
  firstRight: z.int().describe("of which the first says what persons say"),
  secondRight: z.int(),
  onlyFirst: z.int().describe("of which only the first does"),
  onlySecond: z.int(),
  pValue: z.number().describe("McNemar, exact: that either is as often right, as the labels stand"),
});
export type JudgesCompared = z.infer<typeof JudgesCompared>;

/** How far raters agree among themselves. */
export const RaterAgreement = z.object({
  kind,
  name,
  answers: z.int().describe("with labels of at least two raters"),
  differing: z.int(),
  krippendorffAlpha: measure,
  examples: z.array(
    z.object({
      result: z.string(),
      question: z.string(),
      persons: z.array(z.object({ rater: z.string(), value, note: z.string() })),
    }),
  ),
});
export type RaterAgreement = z.infer<typeof RaterAgreement>;

/** Judges against persons. */
export const Calibration = z.object({
  labels: z.object({
    raters: z.array(z.string()),
    answers: z.int().describe("with at least one label"),
    given: z.int().describe("labels"),
    unsure: z.int().describe("where a rater could not say"),
    blank: z.int().describe("answers and respects of the sample that nobody labelled"),
    unknown: z.int().describe("labels of answers that stand in none of the runs"),
  }),
  judges: z.array(JudgeCalibration),
  compared: z.array(JudgesCompared).describe("each pair of judges; empty with one"),
  raters: z.array(RaterAgreement).describe("empty with one rater"),
});
export type Calibration = z.infer<typeof Calibration>;
