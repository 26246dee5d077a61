import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTemplateLoader } from "../languages/index.ts";
import { endless, kindsOfGlobals, oddThrows } from "./testing/hostile-statements.ts";

const memoryBytes = 20 * 2 ** 20;
const loader = createTemplateLoader({ timeoutMs: 250, callTimeoutMs: 250, memoryBytes });
const hurried = createTemplateLoader({ timeoutMs: 100, callTimeoutMs: 100, graceMs: 400, memoryBytes });
afterAll(() => Promise.all([loader[Symbol.asyncDispose](), hurried[Symbol.asyncDispose]()]));

const head =
  'import * as z from "zod"; import { answerTemplate, extracted, verified, exactMatch } from "karenina";\n';
const good = `${head}export default answerTemplate({ a: extracted(z.string(), { description: "a" }) }, { verify: () => true });`;
const load = (text: string, by = loader) => by.load({ language: "TypeScript", text });
const inside = (expression: string) =>
  `${head}export default answerTemplate({ a: verified(z.string(), ${expression}) });`;
const options = '{ description: "a", groundTruth: "a", verifyWith: exactMatch() }';

beforeAll(async () => {
  await load(good);
});

describe("source that takes too much ends at a limit, and the next template loads", () => {
  test.each<[string, string]>([
    ...endless,
    ["an endless chain of promises", "const again = () => Promise.resolve().then(again); await again();"],
    ["an endless generator", "function* f() { for (;;) yield 1; } for (const n of f()) {}"],
    ["an endless async generator", "async function* f() { for (;;) yield 1; } for await (const n of f()) {}"],
    ["sorting that goes on", "[3, 1, 2].sort(() => { for (;;) {} });"],
    ["JSON that goes on", "JSON.stringify({ toJSON() { for (;;) {} } });"],
    ["a getter that never returns", `${inside(`{ get description() { while (true) {} } }`)}`],
    ["a proxy that never returns", `${inside("new Proxy({}, { ownKeys() { while (true) {} } })")}`],
    ["huge output", `${inside(options.replace('"a"', '"x".repeat(2_000_000)'))}`],
  ])("%s", async (_name, text) => {
    await expect(load(text, hurried)).rejects.toMatchObject({ code: "sandbox_limit" });
    await expect(load(`${good} // ${_name}`, hurried)).resolves.toMatchObject({ name: "Answer" });
  });

  test("an endless custom check", async () => {
    const template = await load(good.replace("() => true", "() => { while (true) {} }"), hurried);
    const context = { response: "", groundTruth: {}, fieldResults: {} };
    await expect(template.verify?.({}, context)).rejects.toMatchObject({ code: "sandbox_limit" });
  });
});

describe("source that takes more memory than it may is told so, and the next template loads", () => {
  test.each([
    ["arrays", "const all = []; while (true) all.push(new Array(1000).fill(all.length));"],
    ["a long text", "'x'.repeat(2 ** 29);"],
    ["a map", "const all = new Map(); for (let i = 0; ; i++) all.set(i, [i]);"],
    ["functions", "const all = []; while (true) all.push(() => all);"],
    [
      "what it catches",
      `try { const all = []; while (true) all.push(new Uint8Array(1e6)); } catch {}\n${good.slice(head.length)}`,
    ],
  ])("%s", async (_name, text) => {
    await expect(load(text.includes("answerTemplate") ? head + text : text)).rejects.toMatchObject({
      code: "sandbox_limit",
      message: expect.stringMatching(/^Template code used more than 20 MB of memory/),
    });
    await expect(load(`${good} // after ${_name}`)).resolves.toMatchObject({ name: "Answer" });
  });

  test("a custom check that fills its memory gives no verdict, whatever it returns then", async () => {
    const hoard = "const all = []; try { while (true) all.push(new Uint8Array(1e6)); } catch {}";
    const template = await load(good.replace("() => true", `() => { ${hoard} return true; }`));
    const context = { response: "", groundTruth: {}, fieldResults: {} };
    await expect(template.verify?.({}, context)).rejects.toMatchObject({
      code: "sandbox_limit",
      message: expect.stringContaining("more than 20 MB"),
    });
  });

  test("a long answer counts beside the memory of the code that looks at it", async () => {
    const template = await load(
      good.replace("() => true", '(_, { response }) => response.split("word ").length === 2_000_001'),
    );
    const context = { response: "word ".repeat(2_000_000), groundTruth: {}, fieldResults: {} };
    await expect(template.verify?.({}, context)).rejects.toMatchObject({ code: "sandbox_limit" });
    const counts = await load(
      good.replace("() => true", "(_, { response }) => response.length === 10_000_000"),
    );
    await expect(counts.verify?.({}, context)).resolves.toBe(true);
  });
});

describe("types that are too much for their reader", () => {
  const typed = `${head}const a: Array<string> = ["a"]; export default answerTemplate({ a: verified(z.string(), ${options}) });`;

  test.each([
    ["brackets", `let a: ${"[".repeat(500_000)} = 1 < 2;`],
    ["blocks", `${"if (a < b) {".repeat(50_000)}${"}".repeat(50_000)}`],
  ])("%s nested without end: one sentence, and the next typed template loads", async (_name, text) => {
    await expect(load(text)).rejects.toMatchObject({
      code: "template_invalid",
      message: "Template source is nested too deeply for its types to be read.",
    });
    await expect(load(`${typed} // after ${_name}`)).resolves.toMatchObject({ name: "Answer" });
  });

  test("more source than anybody writes is not read", async () => {
    await expect(load(`${good} // ${"x".repeat(1_000_000)}`)).rejects.toMatchObject({
      code: "template_invalid",
      message: expect.stringMatching(
        /^Template source has 1000\d{3} characters; at most 1000000 are read\.$/,
      ),
    });
  });
});

test.each([
  ["the machine's globals", kindsOfGlobals],
  [
    "the machine's globals through a constructor",
    "[1,2,3,4,5,6].map(() => globalThis.constructor.constructor('return typeof process')()).join()",
  ],
])("%s are not there", async (_name, expression) => {
  const template = await load(inside(options.replace('"a"', expression)));
  expect(template.fields[0]?.description).toMatch(/^undefined(,undefined){3,5}(,function)*$/);
});

test("what never happens is not waited for", async () => {
  await expect(load("await new Promise(() => {});")).rejects.toMatchObject({
    code: "sandbox_error",
    message: expect.stringContaining("never happens"),
  });
});

test.each(oddThrows)("throwing %s is an error like any other", async (_name, text) => {
  await expect(load(text)).rejects.toMatchObject({ code: expect.stringMatching(/^sandbox_(error|limit)$/) });
});

describe("data that pretends", () => {
  test("a polluted prototype reaches no object of the host", async () => {
    const text = `${head}Object.prototype.polluted = "yes"; Array.prototype.map = null;
      export default answerTemplate({ a: verified(z.string(), ${options.replace("groundTruth", '["__proto__"]: { polluted: 1 }, groundTruth')}) });`;
    await load(text).catch(() => undefined);
    expect({}).not.toHaveProperty("polluted");
  });

  test("a template that writes its own JSON is checked like any other", async () => {
    const draft = { fields: [], regex: {}, extra: 1 };
    const reply = { ok: true, value: { draft, verify: null, verifyGranular: null } };
    const text = `${head}let forged = false;
      Object.prototype.toJSON = function () { return forged ? this : ((forged = true), ${JSON.stringify(reply)}); };
      export default answerTemplate({}, { verify: () => true });`;
    await expect(load(text)).rejects.toMatchObject({
      code: "template_invalid",
      message: expect.stringContaining("extra"),
    });
  });

  test.each(["null", "5", '"text"', "{ ok: 1 }"])("a reply of %s is refused", async (reply) => {
    const text = `${head}Object.prototype.toJSON = () => (${reply}); export default answerTemplate({}, { verify: () => true });`;
    await expect(load(text)).rejects.toMatchObject({ code: "sandbox_error" });
  });

  test("types nested without end are refused", async () => {
    const text = `${head}let deep = z.string(); for (let i = 0; i < 500; i++) deep = z.array(deep);
      export default answerTemplate({ a: extracted(deep, { description: "a" }) }, { verify: () => true });`;
    await expect(load(text)).rejects.toMatchObject({
      code: "template_invalid",
      message: expect.stringContaining("nested"),
    });
  });
});
