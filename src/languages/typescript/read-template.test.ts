import { afterAll, describe, expect, test } from "vitest";
import { createTemplateRunner } from "../../sandbox/index.ts";
import { readTypeScriptTemplate } from "./read-template.ts";

const head = `import * as z from "zod";
import { answerTemplate, verified, extracted, exactMatch } from "karenina";
`;
const a = 'extracted(z.string(), { description: "a" })';
const runner = createTemplateRunner();
afterAll(() => runner[Symbol.asyncDispose]());
const readWhole = (source: string) => readTypeScriptTemplate(source, runner.stripTypes);
const read = (text: string) => readWhole(head + text);
const draftOf = async (text: string) => {
  const reading = await read(text);
  return reading.kind === "data" ? reading.draft : reading;
};
const withTruth = (expression: string, before = "") =>
  `${before}export default answerTemplate({ a: verified(z.string(), { description: "a", groundTruth: ${expression}, verifyWith: exactMatch() }) });`;
describe("what is literal is data", () => {
  test.each<[string, unknown, string?]>([
    ["'it\\'s'", "it's"],
    ["`a\\n${1 + 2}${`b`}`", "a\n3b"],
    ['"a" + 1 + "b"', "a1b"],
    ['"\\x41\\u{1f600}\\\n!"', "A\u{1f600}!"],
    ["[0x1F, 0b11, 0o17, 1_000, .5, 5., 1e3, -2, +3, 1 / 4]", [31, 3, 15, 1000, 0.5, 5, 1000, -2, 3, 0.25]],
    ["[true, !true, null]", [true, false, null]],
    [
      "{ b, ...more, [key]: 1, 2: 'two', 'a b': [...list], ['__proto__']: 3 }",
      JSON.parse('{"2":"two","b":1,"c":2,"k":1,"a b":[4,5],"__proto__":3}'),
      "const b = 1, more = { c: 2 }, key = `k`, list = [4, 5];\n",
    ],
    ["(words.first as string)!", "x", "const words: { first: string } = { first: 'x' } as const;\n"],
    ["words['list'][1]", 2, "const words = { list: [1, 2] } satisfies object;\n"],
  ])("%s", async (expression, value, before) => {
    const draft = await draftOf(withTruth(expression, before));
    expect(draft).toMatchObject({ fields: [{ options: expect.objectContaining({ groundTruth: value }) }] });
  });

  test("however the modules are imported", async () => {
    const body = (z: string, k: string) =>
      `export default ${k}answerTemplate({ a: ${k}extracted(${z}iso.date().nullable(), { description: "a" }) });`;
    const sources = [
      `import * as z from "zod"; import * as k from "karenina"; ${body("z.", "k.")}`,
      `import { z } from 'zod'; import { answerTemplate, extracted, } from 'karenina'; ${body("z.", "")}`,
      `import { z as zod } from "zod"; import { answerTemplate, extracted } from "karenina"; ${body("zod.", "")}`,
      `import { iso } from "zod"; import { answerTemplate, extracted } from "karenina"; ${body("", "")}`,
    ];
    const schema = { anyOf: [{ type: "string", format: "date" }, { type: "null" }] };
    for (const reading of await Promise.all(sources.map(readWhole)))
      expect(reading).toMatchObject({
        kind: "data",
        draft: { fields: [{ name: "a", schema, required: true }] },
      });
  });
});

describe("custom checks are text", () => {
  test.each([
    ["{ verify: (answer) => answer.a === `x` }", "(answer) => answer.a === `x`"],
    [
      "{ verify: async function check(answer) { return true; } }",
      "async function check(answer) { return true; }",
    ],
    ["{ async verify({ a }) { return a < 'b'; } }", "async verify({ a }) { return a < 'b'; }"],
    [
      "{ verify: (({ a }: { a: string }): boolean => a.length > 1) }",
      "({ a }               )          => a.length > 1",
    ],
    ["{ verify }", "function verify(answer) { return helper(answer); }"],
    ["{ ...options }", "(answer) => helper(answer)"],
  ])("%s", async (options, text) => {
    const before = `const helper = (answer) => answer.a !== "b";
const options = { verify: (answer) => helper(answer) };
function verify(answer) { return helper(answer); }
`;
    expect(await read(`${before}export default answerTemplate({ a: ${a} }, ${options});`)).toMatchObject({
      kind: "data",
      checks: { verify: text },
    });
  });
});

describe("what has to be run is code, with its line", () => {
  test.each([
    ["a loop", "\nfor (const x of []) {}", 4, "a for of statement"],
    ["a choice", withTruth("1 > 2 ? 'a' : 'b'"), 3, "a conditional expression"],
    [
      "a helper",
      `const field = () => ${a};\nexport default answerTemplate({ a: field() });`,
      4,
      "a call of field",
    ],
    ["a method of a text", withTruth("'a'.repeat(3)"), 3, "a call of 'a'.repeat"],
    ["a prototype's member", withTruth("({}).constructor"), 3, "the member constructor of a value"],
    ["a constant before it is there", `${withTruth("later")}\nconst later = 'a';`, 3, "the name later"],
    ["a name twice", "const z = 1;", 1, "a syntax error"],
    ["a prototype", withTruth("{ __proto__: null }"), 3, "__proto__"],
    ["a getter", withTruth("{ get a() { return 1; } }"), 3, "a method or accessor"],
    ["a function as a value", withTruth("() => 1"), 3, "a function"],
    ["waiting", "const a = await 1;", 3, "an await expression"],
    ["a variable", "let a = 1;", 3, "a let"],
    ["another module", 'import fs from "node:fs";', 3, "node:fs"],
    ["what zod has not", "const a = z.string().trim();", 3, "trim"],
    ["zod that is not there", "const a = z.coerce.number();", 3, "z where it is not called"],
    ["a value of its own", "export default { fields: {} };", 1, "export default answerTemplate"],
    ["no template", "const a = 1;", 1, "without a default export"],
    ["two templates", `${withTruth("1")}\n${withTruth("2")}`, 1, "a syntax error"],
    ["broken syntax", "\n\nlet x = ;", 1, "a syntax error"],
    [
      "broken syntax in a check",
      `export default answerTemplate({}, { verify: () => { let a; let a; } });`,
      1,
      "a syntax error",
    ],
    ["a number of old", withTruth("010"), 1, "a syntax error"],
    ["a hole in a list", withTruth("[1,,2]"), 3, "a comma"],
    ["depth beyond the stack", withTruth(`${"[".repeat(20_000)}1${"]".repeat(20_000)}`), 1, "a syntax error"],
    ["depth", withTruth(`${"[".repeat(200)}1${"]".repeat(200)}`), 1, "more data"],
    [
      "growth",
      `const a0 = [1, 1];\n${Array.from({ length: 40 }, (_, n) => `const a${n + 1} = [...a${n}, ...a${n}];`).join("\n")}`,
      16,
      "more data",
    ],
    [
      "growth in what stands in many places",
      `const a0 = [1, 1];\n${Array.from({ length: 40 }, (_, n) => `const a${n + 1} = [a${n}, a${n}];`).join("\n")}\n${withTruth("a40")}`,
      1,
      "more data",
    ],
    ["length", `// ${"x".repeat(100_000)}`, 1, "this length"],
  ])("%s", async (_name, text, line, construct) => {
    expect(await read(text)).toEqual({ kind: "code", construct: expect.stringContaining(construct), line });
  });
});
