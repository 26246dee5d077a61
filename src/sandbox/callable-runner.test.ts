import { afterAll, describe, expect, test } from "vitest";
import { KareninaError } from "../base/index.ts";
import { acceptCallableValue, type CallableCode, callableTrait } from "../rubric/index.ts";
import { checkCallableSource, createCallableRunner } from "./index.ts";

const runner = createCallableRunner();
afterAll(() => runner[Symbol.asyncDispose]());

const source = (text: string): CallableCode => ({ kind: "source", language: "TypeScript", text });
const evaluate = (text: string, answer = "BCL2 [1]") => runner.evaluate(source(text), answer);

describe("functions of this program", () => {
  const native = (run: (text: string) => boolean | number | string): CallableCode => ({
    kind: "native",
    evaluate: run,
  });

  test("are called as they are", async () => {
    const limit = 3;
    expect(
      await runner.evaluate(
        native((text) => text.length > limit),
        "long",
      ),
    ).toBe(true);
    expect(
      await runner.evaluate(
        native(() => Number.NaN),
        "",
      ),
    ).toBeNaN();
  });

  test("that throw keep their message and their error", async () => {
    const cause = new RangeError("no sentence found");
    const call = runner.evaluate(
      native(() => {
        throw cause;
      }),
      "",
    );
    await expect(call).rejects.toMatchObject({
      code: "sandbox_error",
      message: "Trait code failed: no sentence found",
      cause,
    });
  });

  test("that throw an error of ours throw just that", async () => {
    const ours = new KareninaError("missing_key", "no key");
    const call = runner.evaluate(
      native(() => {
        throw ours;
      }),
      "",
    );
    await expect(call).rejects.toBe(ours);
  });
});

describe("functions from a file", () => {
  test.each<[string, string, unknown]>([
    ["an arrow function", "export default (text) => text.includes('BCL2');", true],
    [
      "types",
      "export default (text: string): boolean => text.length < 3;\ntype A = Map<string, number>;",
      false,
    ],
    ["a number", "export default (text) => text.split(' ').length / 4;", 0.5],
    [
      "a text",
      "export default function tone(text) { return text.endsWith(']') ? 'cited' : 'bare'; }",
      "cited",
    ],
    ["a promise", "export default async (text) => text.length;", 8],
    ["a helper beside it", "const words = /\\w+/g;\nexport default (text) => text.match(words).length;", 2],
  ])("%s", async (_name, text, value) => {
    expect(await evaluate(text)).toBe(value);
  });

  test("get the text as it is, however odd", async () => {
    const odd = '"\\\u0000\ud800\u2028$`{}\r\n é 😀';
    const codes = [...odd].map((character) => character.codePointAt(0)).join();
    expect(
      await evaluate("export default (text) => [...text].map((c) => c.codePointAt(0)).join();", odd),
    ).toBe(codes);
  });

  test("start afresh at every call", async () => {
    const counter = "let calls = 0;\nexport default () => (calls += 1);";
    expect([await evaluate(counter), await evaluate(counter)]).toEqual([1, 1]);
  });

  test("give a trait the value its own module gave", async () => {
    const trait = callableTrait({
      name: "cited",
      kind: "boolean",
      evaluate: (text) => text.split("[").length > 1,
    });
    const stored = source("export default (text) => text.split('[').length > 1;");
    for (const answer of ["a [1]", "a"]) {
      const values = [await runner.evaluate(trait.code, answer), await runner.evaluate(stored, answer)];
      expect(values.map((value) => acceptCallableValue(trait, value))).toEqual([
        { ok: true, scores: { cited: answer === "a [1]" } },
        { ok: true, scores: { cited: answer === "a [1]" } },
      ]);
    }
  });

  test.each([
    [
      "throws",
      "export default () => {\n  throw new RangeError('odd');\n};",
      "sandbox_error",
      /at line 2: RangeError: odd/,
    ],
    ["returns nothing", "export default () => {};", "sandbox_error", /returned undefined/],
    ["returns null", "export default () => null;", "sandbox_error", /returned null/],
    ["returns an object", "export default () => ({ returned: true });", "sandbox_error", /returned object/],
    ["returns a boxed value", "export default () => new Boolean(true);", "sandbox_error", /returned object/],
    ["returns no number", "export default () => 0 / 0;", "sandbox_error", /returned NaN/],
    ["returns a bigint", "export default () => 1n;", "sandbox_error", /returned bigint/],
    ["is no function", "export default 5;", "invalid_input", /`export default` a function/],
    ["exports nothing", "const a = 1;", "invalid_input", /`export default` a function/],
    ["is no TypeScript", "export default (text =>", "invalid_input", /^Trait source/],
    ["has an enum", "enum A { B }\nexport default () => true;", "invalid_input", /line 1/],
    [
      "imports zod",
      'import * as z from "zod";\nexport default () => true;',
      "invalid_input",
      /line 1.*trait files import nothing/,
    ],
    ["imports a file", 'export default () => true;\nimport "node:fs";', "invalid_input", /line 2.*"node:fs"/],
    ["asks for the time", "export default () => Date.now();", "sandbox_error", /Date\.now\(\)/],
    ["rolls dice", "export default () => Math.random();", "sandbox_error", /Math\.random\(\)/],
  ])("one that %s is an error", async (_name, text, code, message) => {
    await expect(evaluate(text)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });
});

test("a Python function is not run", async () => {
  await expect(runner.evaluate({ kind: "pickle", base64: "gASV" }, "")).rejects.toMatchObject({
    code: "template_unreadable",
    message: expect.stringContaining("Python"),
  });
});

test("after disposal nothing is called", async () => {
  const gone = createCallableRunner();
  expect(await gone.evaluate(source("export default (text) => text.length;"), "four")).toBe(4);
  await gone[Symbol.asyncDispose]();
  await expect(gone.evaluate(source("export default () => 1;"), "")).rejects.toMatchObject({
    code: "cancelled",
  });
});

describe("checking what is about to be saved", () => {
  test.each([
    ["a function that stands alone", "export default (text) => text.length > 3;", []],
    ["one that throws over the sample", "export default (text) => text.match(/a/)[0].length;", []],
    ["one that uses a name outside of it", "export default (text) => allowed.has(text);", [/uses allowed/]],
    ["source that is wrong", "export default (text", [/^Trait source/]],
    ["one that never ends", "export default () => { while (true) {} };", [/longer than 100 ms/]],
  ])("%s", async (_name, text, problems) => {
    await using quick = createCallableRunner({ callTimeoutMs: 100 });
    expect(await checkCallableSource(quick, text)).toEqual(
      problems.map((problem) => expect.stringMatching(problem)),
    );
  });
});
