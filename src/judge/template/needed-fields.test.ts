import { expect, test } from "vitest";
import * as z from "zod";
import { scriptedModel } from "../../pipeline/testing/scripted-model.ts";
import {
  type AnswerTemplate,
  allOf,
  answerTemplate,
  anyOf,
  atLeastN,
  exactMatch,
  extracted,
  traceContains,
  verified,
} from "../../template/index.ts";
import { judgeOf } from "../testing/judge-of.ts";
import { checkAnswer } from "./check-answer.ts";
import { judgeSufficiency } from "./judge-sufficiency.ts";
import { neededFields } from "./needed-fields.ts";

const field = verified(z.string(), { description: "A", groundTruth: "A", verifyWith: exactMatch() });
const nullable = verified(z.string().nullable(), {
  description: "A",
  groundTruth: null,
  verifyWith: exactMatch(),
});
const optional = verified(z.string().optional(), {
  description: "A",
  groundTruth: "A",
  verifyWith: exactMatch(),
});
const traced = verified(z.boolean(), {
  description: "A",
  groundTruth: true,
  verifyWith: traceContains({ substring: "A" }),
});
const noted = extracted(z.string(), { description: "A" });

const none: readonly string[] = [];

test.each<[string, AnswerTemplate, { fields: readonly string[]; choices: readonly string[] }]>([
  ["every field", answerTemplate({ a: field, b: noted }), { fields: ["a", "b"], choices: none }],
  [
    "not one that may be null, is optional or is looked for in the trace",
    answerTemplate({ a: field, b: nullable, c: optional, d: traced }),
    { fields: ["a"], choices: none },
  ],
  [
    "not one that the strategy does not name",
    answerTemplate({ a: field, b: field }, { strategy: allOf(["a"]) }),
    { fields: ["a"], choices: none },
  ],
  [
    "one of a choice",
    answerTemplate({ a: field, b: field, c: field }, { strategy: allOf(["a", anyOf(["b", "c"])]) }),
    { fields: ["a"], choices: ["at least 1 of: b, c"] },
  ],
  [
    "branches with several fields",
    answerTemplate(
      { a: field, b: field, c: field, d: field },
      { strategy: atLeastN(2, [allOf(["a", "b"]), "c", "d"]) },
    ),
    { fields: none, choices: ["at least 2 of: (a and b), c, d"] },
  ],
  [
    "all of a choice that leaves none",
    answerTemplate({ a: field, b: field }, { strategy: atLeastN(2, ["a", "b"]) }),
    { fields: ["a", "b"], choices: none },
  ],
  [
    "nothing of a choice that is open without it",
    answerTemplate({ a: field, b: nullable, c: field }, { strategy: allOf(["c", anyOf(["a", "b"])]) }),
    { fields: ["c"], choices: none },
  ],
  [
    "fewer of a choice, for each that may be open",
    answerTemplate({ a: field, b: field, c: traced }, { strategy: atLeastN(2, ["a", "b", "c"]) }),
    { fields: none, choices: ["at least 1 of: a, b"] },
  ],
  [
    "what is only extracted, beside a strategy",
    answerTemplate({ a: field, b: field, n: noted }, { strategy: anyOf(["a", "b"]) }),
    { fields: ["n"], choices: ["at least 1 of: a, b"] },
  ],
  [
    "every field where a custom check decides",
    answerTemplate({ a: field, b: field }, { strategy: anyOf(["a", "b"]), verify: () => true }),
    { fields: ["a", "b"], choices: none },
  ],
])("an answer has to hold: %s", (_name, template, needed) => {
  expect(neededFields(template)).toEqual(needed);
});

test("the judge of sufficiency is told what may be left open, alone and with the other check", async () => {
  const template = answerTemplate(
    { a: field, b: field, c: nullable },
    { strategy: allOf([anyOf(["a", "b"]), "c"]) },
  );
  const model = scriptedModel([
    { json: { reasoning: "r", sufficient: true } },
    { json: { abstention_detected: false, sufficient: true } },
  ]);
  const input = { question: "Which?", answer: "A", template };
  await judgeSufficiency(judgeOf(model), input);
  await checkAnswer(judgeOf(model), input);
  expect(model.requests).toHaveLength(2);
  for (const { messages } of model.requests) {
    const asked = messages
      .flatMap(({ content }) => content)
      .map((block) => ("text" in block ? block.text : ""))
      .join("\n");
    expect(asked).toContain('"required": []');
    expect(asked).toContain("<choices>\nat least 1 of: a, b\n</choices>");
  }
});
