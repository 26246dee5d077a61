import { expect, test } from "vitest";
import * as z from "zod";
import { createPatternEngine } from "../base/index.ts";
import {
  type AnswerTemplate,
  answerTemplate,
  exactMatch,
  numericExact,
  regexMatch,
  validateTemplate,
  verified,
} from "./index.ts";

const tools = { patterns: createPatternEngine() };
const target = verified(z.string(), { description: "t", groundTruth: "BCL2", verifyWith: exactMatch() });

test("a good template has no problems", async () => {
  expect(
    await validateTemplate(
      answerTemplate({ target }, { regex: { a: { pattern: "x", expected: "x" } } }),
      tools,
    ),
  ).toEqual([]);
});

test("patterns are read: of regex checks, of primitives, of types", async () => {
  const template = answerTemplate(
    {
      code: verified(z.string(), {
        description: "c",
        groundTruth: "x",
        verifyWith: regexMatch({ pattern: "(" }),
      }),
      typed: verified(z.object({ a: z.string().regex(/a/) }), {
        description: "c",
        groundTruth: { a: "a" },
        verifyWith: exactMatch() as never,
      }),
    },
    { regex: { broken: { pattern: "[", expected: "x" } } },
  );
  const stored = JSON.parse(
    JSON.stringify(template).replace('"pattern":"a"', '"pattern":"a("'),
  ) as AnswerTemplate;
  const [code, typed, regex, ...others] = await validateTemplate(stored, tools);
  expect(code).toMatch(/^field "code": .*\(/);
  expect(typed).toMatch(/^field "typed": .*a\(/);
  expect(regex).toMatch(/^regex check "broken": .*\[/);
  expect(others).toEqual([]);
});

test("a ground truth its primitive can never match", async () => {
  const dose = verified(z.string(), {
    description: "d",
    groundTruth: "much",
    verifyWith: numericExact() as never,
  });
  expect(() => answerTemplate({ dose })).toThrow(/field "dose": ground truth: .*"much"/);
});

test("a template read from elsewhere is checked whole", async () => {
  const template: AnswerTemplate = {
    name: "Answer",
    fields: [{ name: "id", schema: { type: "string" }, description: "", required: true }],
    strategy: { type: "field_check", field: "other" },
    regex: {},
  };
  expect(await validateTemplate(template, tools)).toHaveLength(4);
});
