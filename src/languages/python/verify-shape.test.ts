import { describe, expect, test } from "vitest";
import { type AnswerTemplate, templateFromDraft } from "../../template/index.ts";
import { readPythonTemplate } from "./read-template.ts";

/** A template of the older style with these statements in its `verify`. */
function sourceWith(...statements: readonly string[]): string {
  return `from datetime import date
TOLERANCE = 0.5
class Answer(BaseAnswer):
    a: str = Field(description="The a")
    n: float = Field(description="The n")
    ok: bool = Field(description="Ok")
    xs: List[str] = Field(description="The xs")
    when: date = Field(description="When")
    maybe: Optional[bool] = Field(description="Maybe")
    def model_post_init(self, __context):
        self.correct = {"a": "bcl2", "n": 3, "ok": True, "xs": ["p", "q"], "when": date(2016, 4, 11)}
    def verify(self) -> bool:
        """Compares."""
${statements.map((statement) => `        ${statement}\n`).join("")}`;
}

function templateOf(source: string): AnswerTemplate {
  const reading = readPythonTemplate(source);
  if (reading.kind !== "data" || reading.checks.verify !== undefined)
    throw new Error(JSON.stringify(reading));
  return templateFromDraft(reading.draft);
}

function checksOf(template: AnswerTemplate): unknown {
  return Object.fromEntries(
    template.fields.flatMap(({ name, verification }) =>
      verification === undefined ? [] : [[name, [verification.groundTruth, verification.verifyWith]]],
    ),
  );
}

const literal = { type: "LiteralMatch" };

test.each<[string, unknown]>([
  ['self.a == self.correct["a"]', { a: ["bcl2", literal] }],
  ['"x" == self.a', { a: ["x", literal] }],
  [
    'self.a.strip().lower() == self.correct["a"].lower()',
    { a: ["bcl2", { type: "ExactMatch", normalize: ["strip", "lowercase"] }] },
  ],
  [
    'abs(self.n - self.correct["n"]) <= TOLERANCE',
    { n: [3, { type: "NumericTolerance", tolerance: 0.5, mode: "absolute" }] },
  ],
  ['self.n >= self.correct["n"]', { n: [3, { type: "NumericMinimum" }] }],
  ["2 > self.n", { n: [2, { type: "NumericMaximum", exclusive: true }] }],
  ['set(self.xs) == set(self.correct["xs"])', { xs: [["p", "q"], { type: "SetContainment" }] }],
  [
    'set(self.xs) >= set(self.correct["xs"])',
    { xs: [["p", "q"], { type: "SetContainment", mode: "superset" }] },
  ],
  ['self.xs == self.correct["xs"]', { xs: [["p", "q"], literal] }],
  ['self.when == self.correct["when"]', { when: ["2016-04-11", literal] }],
  ["self.ok", { ok: [true, literal] }],
  ["not self.ok", { ok: [false, literal] }],
  ['self.ok is self.correct["ok"]', { ok: [true, literal] }],
  ['not (self.a != self.correct["a"] or not self.ok)', { a: ["bcl2", literal], ok: [true, literal] }],
  ['bool(all([self.a == "x", self.ok is False]))', { a: ["x", literal], ok: [false, literal] }],
])("return %s", (expression, checks) => {
  const template = templateOf(sourceWith(`return ${expression}`));
  expect(checksOf(template)).toEqual(checks);
  expect(template.strategy).toBeUndefined();
});

test("ladders of if, names of the method, and `or` become a strategy", () => {
  const ladder = templateOf(
    sourceWith(
      "correct = self.correct",
      'same = self.a == correct["a"]',
      "if not same:",
      "    return False",
      "if self.ok:",
      "    return True",
      'return set(self.xs) == set(correct["xs"])',
    ),
  );
  expect(Object.keys(checksOf(ladder) as object)).toEqual(["a", "ok", "xs"]);
  const check = (field: string) => ({ type: "field_check", field });
  expect(ladder.strategy).toEqual({
    type: "all_of",
    conditions: [check("a"), { type: "any_of", conditions: [check("ok"), check("xs")] }],
  });
  const both = templateOf(
    sourceWith(
      'if self.a != "x":',
      "    return False",
      "elif not self.ok:",
      "    return False",
      "else:",
      "    return True",
    ),
  );
  expect([checksOf(both), both.strategy]).toEqual([{ a: ["x", literal], ok: [true, literal] }, undefined]);
  expect(templateOf(sourceWith('return self.a == "x" or self.ok')).strategy).toEqual({
    type: "any_of",
    conditions: [check("a"), check("ok")],
  });
});

describe("what has no primitive of exactly the same meaning stays a custom check", () => {
  test.each([
    'return self.a.upper() == "BCL2"',
    'return self.a.lower() == "BCL2"',
    'return self.a.lower() == "é"',
    'return self.a.strip() == "a;"',
    "return not self.ok and self.n == 1",
    "return not set(self.xs) < set(['a'])",
    "return True, False",
    'return self.a != self.correct["a"]',
    'return self.a == self.correct["missing"]',
    'return self.a == self.correct["n"]',
    'return abs(self.n - self.correct["n"]) < 0.5',
    "return 1 <= self.n <= 3",
    'return sorted(self.xs) == sorted(self.correct["xs"])',
    "return self.maybe",
    "return self.a == self.a",
    'return self.a == "x" or self.a == "y"',
    'return self.when == "2016-04-11"',
    "return self.other == 3",
    "return len(self.xs) == 2",
    "return True",
    "return",
  ])("%s", (statement) => {
    const reading = readPythonTemplate(sourceWith(statement));
    expect(reading).toMatchObject({ kind: "data", checks: { verify: expect.stringContaining(statement) } });
    expect(reading).toMatchObject({
      draft: { fields: Array.from({ length: 6 }, () => ({ kind: "extracted" })) },
    });
  });
});

test.each<[string, readonly string[]]>([
  ["names in a circle", ["p = q", "q = p", "return p"]],
  ["a name made of itself", ["p = p", "return p"]],
  [
    "names that double",
    [
      "p0 = self.ok",
      ...Array.from(
        { length: 45 },
        (_, index) => `p${index + 1}x = all([p${index}${index === 0 ? "" : "x"}, self.ok])`,
      ),
      "return p45x and p45x",
    ],
  ],
])("%s end as a custom check", (_name, statements) => {
  expect(readPythonTemplate(sourceWith(...statements))).toMatchObject({
    kind: "data",
    checks: { verify: expect.any(String) },
  });
});

test("what follows a return makes a name the method's own, as Python has it", () => {
  const source = sourceWith("return self.n == TOLERANCE", "TOLERANCE = 1");
  expect(readPythonTemplate(source)).toMatchObject({ kind: "data", checks: { verify: expect.any(String) } });
});
