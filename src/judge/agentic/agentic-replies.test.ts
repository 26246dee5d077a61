import { describe, expect, test } from "vitest";
import * as z from "zod";
import { KareninaError } from "../../base/index.ts";
import { scriptedModel } from "../../pipeline/testing/scripted-model.ts";
import { agenticTrait } from "../../rubric/index.ts";
import { answerTemplate, booleanMatch, verified } from "../../template/index.ts";
import { assistantMessage } from "../../trace/index.ts";
import { judgeOf, tools } from "../testing/judge-of.ts";
import { injectedAnswer, type JudgeReplies, replyCases } from "../testing/judge-replies.ts";
import { decideTrait } from "./decide-trait.ts";
import type { InvestigatingJudge, Investigation } from "./investigation.ts";
import { parseByAgent } from "./parse-by-agent.ts";
import { screenAnswer } from "./screen-answer.ts";
import { material } from "./testing/investigating-judge.ts";

const template = answerTemplate({
  passes: verified(z.boolean(), {
    description: "Whether the tests pass",
    groundTruth: true,
    verifyWith: booleanMatch(),
  }),
});

interface Question {
  readonly replies: JudgeReplies;
  /** Throws where there is no value. */
  ask(judge: InvestigatingJudge, text: string): Promise<unknown>;
  readonly positive: unknown;
  readonly negative: unknown;
}

const noValue = (problem: unknown) => new KareninaError("reply", String(problem));
const reporting = (report: string): Investigation => ({
  ...{ asked: [], messages: [assistantMessage(report)], trace: report, report },
  ...{ unfinished: null, warnings: [] },
});
const questions: { readonly [name: string]: Question } = {
  extraction: {
    replies: {
      positive: { passes: true },
      negative: { passes: false },
      wrongTypes: { passes: "perhaps" },
      missingKeys: { Passes: true },
    },
    // the report is that of a plain reading, which takes no call of the judge that extracts
    async ask(extraction, text) {
      const investigation = { ...judgeOf(scriptedModel([text])), agent: null };
      const { outcome } = await parseByAgent(
        { investigation, extraction },
        {
          ...{ template, tools, withHints: true },
          material: { ...material(null), contextMode: "trace_only", traceAsFile: false },
          limits: { maxTurns: 1, timeoutMs: 1000 },
        },
      );
      if (!outcome.ok) throw outcome.error;
      if (outcome.recovery !== null) throw noValue("read without the judge");
      return outcome.answer.values.passes;
    },
    positive: true,
    negative: false,
  },
  screening: {
    replies: {
      positive: { reasoning: "r", sufficient: true, answer: { passes: true } },
      negative: { reasoning: "r", sufficient: false, answer: null },
      wrongTypes: { reasoning: "r", sufficient: "true", answer: { passes: true } },
      missingKeys: { reasoning: "r", answer: { passes: true } },
    },
    async ask(judge, answer) {
      const screening = await screenAnswer(judge, {
        ...{ template, question: "Do the tests pass?", answer, withHints: false, tools },
      });
      if (screening.decision === "direct") return screening.answer.values;
      if (screening.warnings.length > 0) throw noValue(screening.warnings);
      return "escalated";
    },
    positive: { passes: true },
    negative: "escalated",
  },
  "value of a boolean trait": {
    replies: {
      positive: { result: true },
      negative: { result: false },
      wrongTypes: { result: "perhaps" },
      missingKeys: { Result: true },
    },
    ask: traitValue(agenticTrait({ name: "works", description: "Does it work?", kind: "boolean" })),
    positive: { works: true },
    negative: { works: false },
  },
  "value of a template trait": {
    replies: {
      positive: { passed: 3 },
      negative: { passed: 0 },
      wrongTypes: { passed: "three" },
      missingKeys: { Passed: 3 },
    },
    ask: traitValue(
      agenticTrait({
        name: "tests",
        description: "How many tests pass?",
        kind: {
          type: "template",
          schema: { type: "object", properties: { passed: { type: "integer" } }, required: ["passed"] },
        },
      }),
    ),
    positive: { "tests.passed": 3 },
    negative: { "tests.passed": 0 },
  },
};

function traitValue(trait: ReturnType<typeof agenticTrait>) {
  return async (judge: InvestigatingJudge, report: string) => {
    const { judgement } = await decideTrait(judge, trait, {
      investigation: reporting(report),
      ...{ question: "Mend the parser.", tools, own: false, lost: () => undefined },
    });
    if (!judgement.ok) throw noValue(judgement.problem);
    return judgement.scores;
  };
}

describe.each(Object.entries(questions))("%s", (_question, { replies, ask, ...values }) => {
  test.each(replyCases)("$name: $ends", async ({ say, finishReason, ends, calls }) => {
    const step = say(replies);
    const model = scriptedModel([step, step], finishReason && { reply: { finishReason } });
    const outcome = ask({ ...judgeOf(model), agent: null }, `${injectedAnswer(replies)} That is all.`);
    if (ends === "none") await expect(outcome).rejects.toMatchObject({ code: /^(?:reply|transport)$/ });
    else expect(await outcome).toEqual(values[ends]);
    expect(model.requests).toHaveLength(calls);
  });
});

test.each([
  ["no verdict of its own", { reasoning: "r", sufficient: true, answer: null }, true],
  ["an answer that does not fit", { reasoning: "r", sufficient: true, answer: { passes: "x" } }, true],
  ["not enough", { reasoning: "It names a file.", sufficient: false, answer: null }, false],
])("a screening with %s escalates; malformed: %3$s", async (_name, json, malformed) => {
  const judge = judgeOf(scriptedModel([{ json }, { json }]));
  const request = { template, question: "q", answer: "See result.json.", withHints: false, tools };
  const screening = await screenAnswer(judge, request);
  expect(screening).toMatchObject({ decision: "escalated", malformed });
  if (!malformed) expect(screening.reasoning).toBe("It names a file.");
});

test("a value that the message says cannot be determined is settled: null, without looking", async () => {
  const json = { reasoning: "It has no tests.", sufficient: true, answer: { passes: null } };
  const judge = judgeOf(scriptedModel([{ json }]));
  const request = { template, question: "q", answer: "There are no tests.", withHints: false, tools };
  expect(await screenAnswer(judge, request)).toMatchObject({
    decision: "direct",
    answer: { values: { passes: null }, nullFields: ["passes"] },
  });
});
