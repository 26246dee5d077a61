import { expect, test } from "vitest";
import { createPatternEngine, type JsonObject } from "../../base/index.ts";
import { acceptAnswer, verifyAnswer } from "../../template/index.ts";
import { createTemplateLoader } from "../template-loader.ts";

/** What docs/moving-from-python.md says of verdicts, for templates that are data. */

const tools = { patterns: createPatternEngine() };

/** What becomes of an answer: the verdict, or where there is none the reason. */
async function outcome(attributes: string, reply: JsonObject, trace = "It is so.") {
  await using loader = createTemplateLoader();
  const text = `class Answer(BaseAnswer):\n${attributes.replaceAll(/^(?=.)/gm, "    ")}\n`;
  const template = await loader.load({ language: "Python", text });
  const answer = acceptAnswer(template, reply, tools);
  if (!answer.ok) return answer.problems;
  const { verifyResult, fieldResults, granular, fieldError } = await verifyAnswer(template, answer.value, {
    trace,
    tools,
  });
  return { verdict: verifyResult, fields: fieldResults, score: granular, error: fieldError };
}

const cites = 'cites: bool = VerifiedField("d", True, TraceContains(substring="NCT"))';
const target = 'target: str = VerifiedField("d", "BCL2", ExactMatch())';
const any = (n: number) =>
  `class VerificationStrategy:\n    verify_strategy = AtLeastN(n=${n}, conditions=[FieldCheck(field="target"), FieldCheck(field="dose")])`;
const dose = 'dose: int = VerifiedField("d", 5, NumericExact(), ge=0, le=9)';

test.each([
  ["a trace field is decided from the text", `${target}\n${cites}`, { target: "BCL2" }, "NCT1", true],
  ["a trace field alone needs no judge", cites, { cites: null }, "NCT1", true],
  [
    "the text has no header",
    'short: bool = VerifiedField("d", True, TraceLength(max=4))',
    { short: 1 },
    "BCL2",
    true,
  ],
  ["8.0 is 8", 'x: float = VerifiedField("d", 8, ExactMatch())', { x: 8.0 }, "", true],
  ["None is found", 'x: Optional[str] = VerifiedField("d", None, ExactMatch())', { x: null }, "", true],
  ["keys of the judge are dropped", target, { target: "BCL2", correct: {}, regex: { a: 1 } }, "", true],
  ["all right is 1", `${target}\n${dose}\n${any(1)}`, { target: "BCL2", dose: 5 }, "", true],
] as const)("%s", async (_name, attributes, reply, trace, verdict) => {
  expect(await outcome(attributes, reply, trace)).toMatchObject({ verdict, score: 1 });
});

test("the score of a strategy is that of the fields that count", async () => {
  expect(await outcome(`${target}\n${dose}\n${any(1)}`, { target: "BCL2", dose: 6 })).toMatchObject({
    verdict: true,
    score: 0.5,
  });
});

test("a date is not completed from today's, and what cannot be compared fails its field", async () => {
  const date = 'day: str = VerifiedField("d", "2016-04-11", DateMatch())';
  expect(await outcome(`${date}\n${target}`, { day: "April 2016", target: "BCL2" })).toMatchObject({
    verdict: false,
    fields: { day: false, target: true },
    error: expect.stringContaining('expected a date with year, month and day, found "April 2016"'),
  });
});

test("constraints are those of the value", async () => {
  expect(await outcome(`${target}\n${dose}`, { target: "BCL2", dose: 12 })).toEqual([
    "dose: expected at most 9, found 12",
  ]);
});

test("names above the class are seen", async () => {
  await using loader = createTemplateLoader();
  const text =
    'from enum import Enum\nLIMIT = 0.1\nclass Phase(str, Enum):\n    ONE = "I"\n    TWO = "II"\nclass Answer(BaseAnswer):\n    phase: Phase = VerifiedField("d", Phase.TWO, LiteralMatch())\n    dose: float = VerifiedField("d", 5, NumericTolerance(tolerance=LIMIT))\n';
  const { fields } = await loader.load({ language: "Python", text });
  expect(fields.map(({ verification }) => verification?.groundTruth)).toEqual(["II", 5]);
});

test.each([
  ["a ground truth of another type", 'x: str = VerifiedField("d", 1000, NumericExact())'],
  ["a ground truth that is no choice", 'x: Literal["a", "b"] = VerifiedField("d", "A", LiteralMatch())'],
  ["an unknown field", `${target}\n${any(1)}`],
  ["an unknown mode", 'x: List[str] = VerifiedField("d", ["a"], SetContainment(mode="most"))'],
  ["nothing that decides", "pass"],
])("%s makes the template invalid", async (_name, attributes) => {
  await expect(outcome(attributes, {})).rejects.toMatchObject({ code: "template_invalid" });
});

test("a verify of the older style that only compares has a result and a score per field", async () => {
  const attributes = `pairs: int = Field(description="d")
in_egg: int = Field(description="d")

def model_post_init(self, __context):
    self.correct = {"pairs": 23, "in_egg": 23}

def verify(self):
    return self.pairs == self.correct["pairs"] and self.in_egg == self.correct["in_egg"]`;
  expect(await outcome(attributes, { pairs: 23, in_egg: 46 })).toMatchObject({
    verdict: false,
    fields: { pairs: true, in_egg: false },
    score: 0.5,
  });
});
