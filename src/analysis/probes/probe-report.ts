import * as z from "zod";

/** What is done to answers, to see whether it changes what a judge says. */
export const probeKinds = ["draws", "order", "padding", "words", "injection", "language"] as const;
export type ProbeKind = (typeof probeKinds)[number];

const interval = z.object({ low: z.number(), high: z.number() }).describe("95%");

const share = z.object({
  answers: z.int().describe("answers that it is of"),
  changed: z.int().describe("comparisons in which something else is said"),
  of: z.int().describe("comparisons: with each judgment of the answer as it is; of repeated draws all pairs"),
  value: z.number().describe("changed / of"),
  interval: interval.describe(
    "95%, Wilson's at what comparisons are worth, those of a question taken together",
  ),
});
export type ChangedShare = z.infer<typeof share>;

const reasons = z.array(z.object({ reason: z.string(), count: z.int() }));

const example = z.object({
  result: z.string().describe("the id of the result in the run"),
  question: z.string(),
  kind: z.enum(["verdict", "field", "trait"]),
  name: z.string().describe("`pass`, or the name of a field or trait"),
  before: z.string().describe("what is said of the answer as it is, most often"),
  after: z.string(),
  readBefore: z.string().nullable().describe("of a field: what the judge read from the answer"),
  readAfter: z.string().nullable(),
});

/** What one probe found. */
export const ProbeFinding = z.object({
  probe: z.enum(probeKinds),
  answers: z.int().describe("judged in this way and as they are, of which something can be compared"),
  leftOut: reasons.describe("answers that it was not tried on, and why"),
  failed: reasons.describe(
    "judgments that failed, and why; they are in no figure: a failure is no change of what is said",
  ),
  verdicts: share.nullable().describe("verdicts that change; null: none can be compared"),
  fields: share.nullable().describe("fields that pass and then do not, or the reverse"),
  traits: share.nullable().describe("traits that get another value; null where order is probed"),
  toPass: share
    .nullable()
    .describe("of answers that most judgments fail as they are, those that pass then; `of` counts answers"),
  toFail: share.nullable().describe("of answers that most judgments pass as they are, those that fail then"),
  beyond: z
    .object({ value: z.number(), interval: interval.nullable() })
    .nullable()
    .describe(
      "by how much more verdicts change than when the answer as it is is judged again, by bootstrap of questions; null of repeated draws, and with one draw; an interval of null: nothing varies",
    ),
  words: z
    .number()
    .nullable()
    .describe("words of what was judged per word of the answer; null where they stay"),
  examples: z.array(example).describe("the first things that changed"),
});
export type ProbeFinding = z.infer<typeof ProbeFinding>;

/** How far what a judge says hangs on what should not matter. */
export const ProbeReport = z.object({
  run: z.string(),
  judge: z.string(),
  writer: z.string().nullable().describe("the model that rewrote and translated; null: none was needed"),
  language: z.string().nullable().describe("that answers were translated into"),
  answers: z.int().describe("of the run that were drawn"),
  questions: z.int().describe("that they are of"),
  draws: z.int().describe("how often each was judged as it is"),
  probes: z.array(ProbeFinding),
  ended: z.string().nullable().describe("how it ended early, such as `budget_spent`; null: it did not"),
  spent: z.object({
    calls: z.int().describe("replies that were asked for; those that were kept from before do not count"),
    tokens: z.int(),
    costUsd: z.number().nullable().describe("US dollars; null: not known of some of it"),
  }),
});
export type ProbeReport = z.infer<typeof ProbeReport>;
