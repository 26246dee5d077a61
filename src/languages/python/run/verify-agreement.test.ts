import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPatternEngine } from "../../../base/index.ts";
import { propertyRuns } from "../../../base/testing/property-runs.ts";
import { templateFromDraft, verifyAnswer } from "../../../template/index.ts";
import { readPythonTemplate } from "../read-template.ts";
import type { PythonRunner } from "./python-runner.ts";
import { sharedPythonRunner } from "./testing/shared-process.ts";

let runner: PythonRunner;
beforeAll(() => {
  runner = sharedPythonRunner();
});
afterAll(() => runner[Symbol.asyncDispose]());

const fields = `    a: bool
    b: bool
    c: bool
    n: int
    m: int
    xs: list[str]
    t: str
    u: str
    e: bool = Field(default=True)
`;
const orders = fc.constantFrom("<", "<=", ">", ">=", "==", "!=");
const number = fc.tuple(fc.constantFrom("n", "m"), orders, fc.nat(4));
const text = fc.tuple(
  fc.constantFrom("t", "u"),
  fc.constantFrom("", ".lower()", ".strip()"),
  fc.constantFrom("é", "ab", "a;", "k"),
);
const leaf = fc.oneof(
  fc.constantFrom(
    "self.a",
    "self.b",
    "self.c",
    "self.a == True",
    "self.b is False",
    "self.c != True",
    "self.e",
  ),
  number.map(([name, order, bound]) => `self.${name} ${order} ${bound}`),
  number.map(([name, order, bound]) => `${bound} ${order} self.${name}`),
  number.map(([name, , bound]) => `abs(self.${name} - ${bound}) <= 1`),
  orders.map((order) => `set(self.xs) ${order} set(["a", "b"])`),
  orders.map((order) => `set(["a"]) ${order} set(self.xs)`),
  text.map(([name, step, right]) => `self.${name}${step} == "${right}"`),
);
/** Written without brackets where none are chosen, so that what binds closer decides. */
const { formula } = fc.letrec<{ formula: string }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    tie("formula").map((one) => `not ${one}`),
    tie("formula").map((one) => `(${one})`),
    tie("formula").map((one) => `bool(${one})`),
    fc
      .tuple(tie("formula"), fc.constantFrom("and", "or"), tie("formula"))
      .map(([one, joined, other]) => `${one} ${joined} ${other}`),
    fc
      .tuple(fc.constantFrom("all", "any"), tie("formula"), tie("formula"))
      .map(([all, one, other]) => `${all}([${one}, ${other}])`),
  ),
}));
const lines = fc.oneof(
  formula.map((one) => [`return ${one}`]),
  formula.map((one) => [`ok = ${one}`, "return ok"]),
  fc
    .tuple(formula, fc.boolean())
    .map(([one, first]) => [
      ...[`if ${one}:`, `    return ${first ? "True" : "False"}`],
      `return ${first ? "False" : "True"}`,
    ]),
  fc
    .tuple(formula, fc.constantFrom("True", "False"), formula)
    .map(([one, first, other]) => [`if ${one}:`, `    return ${first}`, `return ${other}`]),
);
const texts = fc.constantFrom("é", "e\u0301", "É", "ab", " AB ", "a;", "a\u037e", "k", "K", "\u212a");
const answer = fc.record({
  ...{ a: fc.boolean(), b: fc.boolean(), c: fc.boolean(), n: fc.nat(5), m: fc.nat(5), t: texts, u: texts },
  xs: fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3 }),
});

const method = (name: string, body: readonly string[]) =>
  [`    def ${name}(self):`, ...body.map((line) => `        ${line}`)].join("\n");
const head = `class Answer(BaseAnswer):\n${fields}`;

test("a verify that is recognised decides as running it does", { timeout: 600_000 }, async () => {
  let recognised = 0;
  const alike = async (bodies: readonly (readonly string[])[], answers: readonly object[]) => {
    const names = bodies.map((_, index) => `f${index}`);
    // which of them pass, as one number: one call runs them all
    const all = `return sum(2 ** i for i, f in enumerate([${names.map((name) => `self.${name}`).join(", ")}]) if f())`;
    const methods = bodies.map((body, index) => method(names[index] ?? "", body));
    const together = `${head}${methods.join("\n")}\n${method("verify_granular", [all])}\n${method("verify", ["return True"])}\n`;
    for (const values of answers) {
      const given = { e: true, ...values };
      const context = { response: "", groundTruth: {}, fieldResults: {} };
      const ran = Number(await runner.callCheck(together, "verifyGranular", { answer: given, context }));
      for (const [index, body] of bodies.entries()) {
        const source = `${head}${method("verify", body)}\n`;
        const read = readPythonTemplate(source);
        if (read.kind !== "data" || read.checks.verify !== undefined) continue;
        recognised += 1;
        const { verifyResult } = await verifyAnswer(
          templateFromDraft(read.draft),
          { values: given, nullFields: [] },
          { trace: "", tools: { patterns: createPatternEngine() } },
        );
        expect({ source, given, passes: verifyResult }).toEqual({
          ...{ source, given },
          passes: Math.floor(ran / 2 ** index) % 2 === 1,
        });
      }
    }
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(lines, { minLength: 25, maxLength: 25 }),
      fc.array(answer, { minLength: 4, maxLength: 4 }),
      alike,
    ),
    { numRuns: propertyRuns(2) },
  );
  expect(recognised).toBeGreaterThan(20);
});
