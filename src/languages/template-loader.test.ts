import { readFile } from "node:fs/promises";
import { afterAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { createPatternEngine } from "../base/index.ts";
import {
  answerTemplate,
  exactMatch,
  primitives,
  templateSource,
  validateTemplate,
  verified,
  verifyAnswer,
} from "../template/index.ts";
import { createTemplateLoader } from "./index.ts";

const loader = createTemplateLoader();
afterAll(() => loader[Symbol.asyncDispose]());

const head = `import * as z from "zod";
import { answerTemplate, verified, extracted, exactMatch, allOf } from "karenina";
`;
const load = (text: string) => loader.load({ language: "TypeScript", text });
const tools = { patterns: createPatternEngine() };

test("source gives the template its module would give", async () => {
  const loaded = await load(`${head}
    interface Options { readonly deep: boolean }
    const description: string = "the target";
    const field = (groundTruth: string, _options?: Options) => verified(z.string(), { description, groundTruth, verifyWith: exactMatch() });
    export default answerTemplate({ target: field("BCL2") } as const);
  `);
  const target = verified(z.string(), {
    description: "the target",
    groundTruth: "BCL2",
    verifyWith: exactMatch(),
  });
  expect(loaded).toEqual(answerTemplate({ target }));
});

test.each([
  [
    "Python",
    'class Answer(BaseAnswer):\n    def model_post_init(self, _):\n        self.regex = {"t": {"expected": "a"}}',
  ],
  [
    "TypeScript",
    `${head}export default answerTemplate({}, { regex: { t: { pattern: "", expected: "a" } } });`,
  ],
] as const)("a regex check without a pattern is no check: %s", async (language, text) => {
  await expect(loader.load({ language, text })).rejects.toMatchObject({
    code: "template_invalid",
    message: expect.stringContaining('regex check "t": an empty pattern'),
  });
});

test("every primitive can be imported", async () => {
  const factories = primitives.map(({ type }) => type.charAt(0).toLowerCase() + type.slice(1));
  const loaded = await load(`${head}
    import { ${factories.filter((name) => name !== "exactMatch").join(", ")}, synonyms } from "karenina";
    const known = [${factories.join(", ")}].filter((factory) => typeof factory === "function").length;
    export default answerTemplate({ target: verified(z.string(), {
      description: String(known), groundTruth: "a", verifyWith: exactMatch({ normalize: [synonyms({ a: "b" })] }) }) });
  `);
  expect(loaded.fields[0]).toMatchObject({
    description: String(primitives.length),
    verification: { verifyWith: { type: "ExactMatch", normalize: [{ mapping: { a: "b" } }] } },
  });
});

test("the example of the documentation loads", async () => {
  const page = await readFile(new URL("../../docs/templates.md", import.meta.url), "utf8");
  const example = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  const template = await load(example);
  expect(template.fields.map(({ name }) => name)).toEqual([
    "target",
    "dose",
    "selective",
    "cites",
    "rationale",
  ]);
  expect(await validateTemplate(template, tools)).toEqual([]);
});

test("the same source is loaded once", async () => {
  const text = `${head}export default answerTemplate({ a: extracted(z.string(), { description: "a" }) }, { verify: () => true });`;
  expect(await load(text)).toBe(await load(text));
});

test("the cache forgets the oldest", async () => {
  await using small = createTemplateLoader({ cacheCharacters: 300 });
  const text = (name: string) =>
    `${head}export default answerTemplate({ ${name}: extracted(z.string(), { description: "a" }) }, { verify: () => true });`;
  const first = await small.load({ language: "TypeScript", text: text("a") });
  await small.load({ language: "TypeScript", text: text("b") });
  expect(await small.load({ language: "TypeScript", text: text("a") })).not.toBe(first);
});

test("what is data in Python is read, and what is wrong there is named with its line", async () => {
  const text = 'class Answer(BaseAnswer):\n    x: str = VerifiedField("The protein", "BCL2", ExactMatch())\n';
  const template = await loader.load({ language: "Python", text });
  expect(template.fields).toMatchObject([{ name: "x", verification: { groundTruth: "BCL2" } }]);
  await expect(loader.load({ language: "Python", text: "class Answer: pass" })).rejects.toMatchObject({
    code: "template_invalid",
    message: expect.stringMatching(/^Template source is not valid at line 1: /),
  });
});

test("after disposal nothing loads, and checks of loaded templates fail", async () => {
  const gone = createTemplateLoader();
  const template = await gone.load({
    language: "TypeScript",
    text: `${head}export default answerTemplate({}, { verify: () => true });`,
  });
  await gone[Symbol.asyncDispose]();
  await expect(gone.load({ language: "TypeScript", text: "1" })).rejects.toMatchObject({ code: "cancelled" });
  await expect(
    template.verify?.({}, { response: "", groundTruth: {}, fieldResults: {} }),
  ).rejects.toMatchObject({ code: "cancelled" });
});

describe("custom checks", () => {
  test("run in the sandbox with answer and context", async () => {
    const template = await load(`${head}export default answerTemplate(
      { target: verified(z.string(), { description: "t", groundTruth: "BCL2", verifyWith: exactMatch() }) },
      {
        verify: ({ target }: { target: string }, { response, groundTruth, fieldResults }) =>
          target === "MCL1" && response === "text" && groundTruth.target === "BCL2" && fieldResults.target === false,
        async verifyGranular({ target }) { return target.length / 10; },
      });`);
    const answer = { values: { target: "MCL1" }, nullFields: [] };
    expect(await verifyAnswer(template, answer, { trace: "text", tools })).toMatchObject({
      fieldResult: true,
      granular: 0.4,
    });
  });

  test("leave nothing behind for the next answer", async () => {
    const template = await load(`${head}
      let calls = 0;
      export default answerTemplate({}, { verify: () => {
        calls += 1;
        globalThis.calls = (globalThis.calls ?? 0) + 1;
        return calls === 1 && globalThis.calls === 1;
      } });`);
    const context = { response: "", groundTruth: {}, fieldResults: {} };
    expect([await template.verify?.({}, context), await template.verify?.({}, context)]).toEqual([
      true,
      true,
    ]);
  });

  test("an answer with hostile keys arrives as data", async () => {
    const template = await load(`${head}export default answerTemplate({}, { verify: (answer) =>
      Object.keys(answer).join() === "__proto__,line" && answer.line === "\\u2028" && Object.getPrototypeOf(answer) === Object.prototype });`);
    const answer = JSON.parse('{"__proto__": {"a": 1}, "line": "\\u2028"}');
    expect(await template.verify?.(answer, { response: "`${", groundTruth: {}, fieldResults: {} })).toBe(
      true,
    );
  });

  test("errors carry their message and line", async () => {
    const template = await load(
      `${head}export default answerTemplate({}, {\n  verify: () => { throw new RangeError("odd"); } });`,
    );
    await expect(
      template.verify?.({}, { response: "", groundTruth: {}, fieldResults: {} }),
    ).rejects.toMatchObject({
      code: "sandbox_error",
      message: "Template code failed at line 4: RangeError: odd",
    });
  });

  test("their source is kept, so that it can be written again", async () => {
    const text = `import { answerTemplate } from "karenina";\n\nexport default answerTemplate({}, { verify: () => true });\n`;
    expect(templateSource(await load(text))).toBe(text);
  });
});

describe("mistakes are explained with their line", () => {
  test.each([
    ["syntax", "\nlet x = ;", "template_invalid", /line 2/],
    ["types that are more than types", "\n\nenum A { x }", "template_invalid", /line 3.*enum/],
    [
      "other imports",
      '\nimport fs from "node:fs";',
      "template_invalid",
      /line 2.*"node:fs".*only "zod" and "karenina"/,
    ],
    ["dynamic imports", '\nawait import("node:fs");', "template_invalid", /"node:fs"/],
    ["unknown names", "\n\nfoo();", "sandbox_error", /line 3.*foo/],
    [
      "zod that is not there",
      'import * as z from "zod";\nz.date();',
      "template_invalid",
      /line 2.*z\.date\(\).*supported are string,/,
    ],
    [
      "zod methods that are not there",
      'import { z } from "zod";\nz.string().trim();',
      "template_invalid",
      /line 2.*\.trim\(\).*regex/,
    ],
    ["no template", "export const a = 1;", "template_invalid", /export default answerTemplate/],
    [
      "a schema that is none",
      `${head}export default answerTemplate({ a: verified(z.string, {}) });`,
      "template_invalid",
      /field "a"/,
    ],
    [
      "a template that is wrong",
      `${head}export default answerTemplate({ id: extracted(z.string(), { description: "" }) });`,
      "template_invalid",
      /field "id": the name is reserved/,
    ],
    [
      "misspelt options",
      `${head}export default answerTemplate({ a: extracted(z.string(), { descripton: "x" }) });`,
      "template_invalid",
      /field "a".*descripton/,
    ],
    ["the clock", "\nDate.now();", "sandbox_error", /line 2.*Date\.now\(\)/],
    ["a new date", "\nnew Date();", "sandbox_error", /new Date\(\)/],
    ["randomness", "\nMath.random();", "sandbox_error", /Math\.random\(\)/],
  ])("%s", async (_name, text, code, message) => {
    await expect(load(text)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });
});
