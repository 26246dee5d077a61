import * as z from "zod";
import { FailureCategory, Outcome } from "../result/index.ts";
import { traitTypes } from "../rubric/index.ts";
import { VerdictComparison } from "./compare/compared-values.ts";
import type { RunSummary } from "./summary/summary-tally.ts";
import { walkSummaryShape } from "./walks/walk-schema.ts";

const list = <Item extends z.ZodType>(item: Item) => z.array(item).readonly();
const interval = z
  .strictObject({ low: z.number(), high: z.number() })
  .nullable()
  .describe("95%; null where it is not known");
const name = z.string().describe("display string");
const tokens = z.strictObject({ input: z.number(), output: z.number() });

const outcomes = z
  .strictObject(
    // Object.fromEntries forgets the literal keys of the list
    Object.fromEntries(Outcome.options.map((outcome) => [outcome, z.int()])) as Record<Outcome, z.ZodInt>,
  )
  .describe("results by outcome");

const outcomeIntervals = z
  .strictObject(
    Object.fromEntries(Outcome.options.map((outcome) => [outcome, interval])) as Record<
      Outcome,
      typeof interval
    >,
  )
  .describe("of each outcome's share of all results");

const passRate = z
  .strictObject({
    passed: z.int(),
    of: z.int().describe("pass, wrong and no answer, of results with a template"),
    rate: z.number().nullable().describe("passed / of"),
    interval,
    clusters: z.int().describe("questions, or clusters of the key that was given, with a result in `of`"),
    standardError: z.number().nullable().describe("cluster-robust; null with fewer than two clusters"),
    effectiveSize: z.number().describe("how many independent results these are worth"),
  })
  .describe("see docs/statistics.md");

const mean = { n: z.int(), mean: z.number(), interval };
const part = { field: z.string().nullable().describe("of a template trait"), n: z.int() };
const bound = z.number().nullable().describe("end of the scale, where it is known");

const traitValues = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("boolean"), ...part, true: z.int(), rate: z.number(), interval }),
  z.strictObject({
    kind: z.literal("score"),
    ...part,
    ...mean,
    lowest: z.number(),
    highest: z.number(),
    min: bound,
    max: bound,
  }),
  z.strictObject({
    kind: z.literal("literal"),
    ...part,
    counts: list(z.strictObject({ label: z.string(), count: z.int(), interval })),
    others: z.int().describe("values beyond the labels listed"),
  }),
  z.strictObject({
    kind: z.literal("metric"),
    n: z.int(),
    field: z.null(),
    metrics: list(z.strictObject({ metric: z.string(), ...mean })),
  }),
  z.strictObject({ kind: z.literal("other"), ...part }),
]);

const trait = z.strictObject({
  trait: z.string(),
  type: z.enum(traitTypes).nullable(),
  higherIsBetter: z.boolean().nullable(),
  n: z.int().describe("results with a value"),
  values: list(traitValues),
  failed: z.int().describe("results that were to have a value and have none"),
  skipped: z.int().describe("results a dynamic trait did not apply to"),
  reasons: list(z.strictObject({ reason: z.string(), count: z.int() })),
});

const breakdown = z.strictObject({
  by: z
    .union([
      z.enum(["keyword", "author", "length", "prompt"]),
      z.templateLiteral(["property:", z.string()]),
      z.templateLiteral(["adele:", z.string()]),
    ])
    .describe("a property of questions after `property:`, a scale of what they demand after `adele:`"),
  groups: list(z.strictObject({ group: z.string(), results: z.int(), outcomes, passRate })),
});

const numbers = {
  results: z.int(),
  outcomes,
  outcomeIntervals,
  passRate,
  granular: z.strictObject({
    n: z.int(),
    mean: z.number().nullable(),
    interval,
    full: z.int().describe("scores of at least 1"),
    partial: z.int(),
    none: z.int().describe("scores of 0 or less"),
  }),
  tokens: z
    .strictObject({ answer: tokens, judge: tokens })
    .describe("what the results rest on: a shared answer counts for each judge"),
  spent: tokens.describe("what was really used: a shared answer counts once"),
  costUsd: z.number().nullable().describe("null when no stage knows its cost"),
  costKnown: z.int().describe("results of which the cost holds everything"),
  usageUnavailable: z.int().describe("results whose token counts are not known"),
  agents: z
    .strictObject({
      answers: z.int().describe("results of agents whose calls of tools were counted"),
      toolCalls: z.int(),
      suspectFailedToolCalls: z.int().describe("outputs of tools that are errors or read like one"),
      turnLimits: z.int().describe("results whose agent was stopped at its turn limit"),
    })
    .describe("what agents under test did"),
  reused: z
    .strictObject({ results: z.int(), answers: z.int(), replies: z.int() })
    .describe(
      "results taken over from earlier runs, of the others those whose answer was, and replies of the store",
    ),
  executionTime: z.strictObject({ total: z.number(), mean: z.number().nullable() }).describe("seconds"),
  lackingInfrastructure: z.int().describe("results that infrastructure failed, as a whole or in a part"),
  rubricEvaluated: z.int().describe("results whose traits were judged"),
  nothingToVerify: z.int().describe("results without a template to verify"),
  failureCategories: list(z.strictObject({ category: FailureCategory, count: z.int() })),
  breakdowns: list(breakdown),
  traits: list(trait),
};

const passOfK = z.strictObject({
  k: z.int(),
  questions: z.int().describe("questions with at least k verdicts"),
  passAtK: z.number(),
  passAtKInterval: interval,
  passPowerK: z.number(),
  passPowerKInterval: interval,
});

const replicates = z.strictObject({
  most: z.int().describe("the most verdicts a question has"),
  asked: z.int().describe("questions with a template to verify"),
  questions: z.int().describe("questions with at least two"),
  stable: z.int().describe("questions among them whose verdicts are all the same"),
  meanShare: z.number().describe("mean share of a question's most frequent verdict"),
  unstable: list(
    z.strictObject({
      questionId: z.string(),
      questionText: z.string(),
      outcomes: list(z.strictObject({ outcome: Outcome, count: z.int() })),
      share: z.number(),
    }),
  ),
  passOfK: list(passOfK),
  leftOut: z
    .strictObject({
      questions: z.int().describe("questions with fewer verdicts than the last k"),
      outcomes: list(z.strictObject({ outcome: Outcome, count: z.int() })).describe(
        "their results without a verdict",
      ),
      absent: z.int().describe("how many results they lack to have k each"),
    })
    .describe("what the last pass@k leaves out, and why"),
});

const question = { questionId: z.string(), questionText: z.string() };
const cause = { outcome: Outcome, stage: z.string(), reason: z.string() };

const failures = z
  .strictObject({
    category: FailureCategory,
    count: z.int(),
    reasons: list(
      z.strictObject({
        ...cause,
        ...question,
        count: z.int(),
        models: list(z.strictObject({ model: z.string(), count: z.int() })),
      }),
    ).describe("each distinct reason once"),
    otherReasons: z.int().describe("failures for reasons beyond those"),
    items: list(
      z.strictObject({
        ...question,
        ...cause,
        answering: name,
        parsing: name,
        model: z.string().describe("the short name of the answering model"),
        judge: z.string(),
        replicate: z.int().nullable(),
        fields: list(
          z.strictObject({
            field: z.string(),
            expected: z.string(),
            found: z.string().nullable(),
            isOnly: z.boolean().describe("true: the template has no other field"),
            isExtracted: z.boolean().describe("false: the field is checked against the trace"),
          }),
        ),
      }),
    ).describe("the first of them"),
  })
  .meta({ id: "failures" });

const models = list(z.strictObject({ model: z.string(), name }));

const pairs = list(
  z
    .strictObject({ answering: name, parsing: name, ...numbers, replicates: replicates.nullable() })
    .meta({ id: "pair" }),
);
const whole = z.strictObject(numbers).meta({ id: "whole" });

/** The schema of a {@link RunSummary}: `verify --json` has its members beside its own. */
export const runSummarySchema = z.strictObject({
  run: z.strictObject({
    questions: z.int(),
    finished: z
      .int()
      .describe("tasks that have a result: results that are no turns, and walks that have ended"),
    tasks: z
      .int()
      .nullable()
      .describe("how many the run has: with fewer results it did not end; null where its file does not say"),
    unreadable: z.int().describe("rows and lines of its file that are no results and are in no number"),
    replicates: z.int().describe("0 in a run of one replicate"),
    evaluationModes: list(z.string()),
    answering: models,
    parsing: models,
  }),
  pairs,
  overall: whole,
  scenarios: z
    .strictObject({
      ...walkSummaryShape,
      turns: z.strictObject({
        pairs,
        overall: whole,
        failures: list(failures),
        unended: z.int().describe("turns of walks that have not ended"),
      }),
    })
    .nullable()
    .describe("walks through scenarios and their turns; null without any"),
  differences: list(
    z.strictObject({
      a: name,
      b: name,
      judges: z
        .enum(["common", "each", "apart"])
        .describe(
          "`common`: results are matched by judge; `each`: each model has one of its own; `apart`: nothing is matched for want of a common one",
        ),
      passes: VerdictComparison,
    }),
  ),
  failures: list(failures),
}) satisfies z.ZodType<RunSummary>;
