import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCallableRunner } from "./index.ts";
import { endless, kindsOfGlobals, oddThrows } from "./testing/hostile-statements.ts";

const memoryBytes = 20 * 2 ** 20;
const runner = createCallableRunner({ callTimeoutMs: 250, memoryBytes });
const hurried = createCallableRunner({ callTimeoutMs: 100, memoryBytes });
afterAll(() => Promise.all([runner[Symbol.asyncDispose](), hurried[Symbol.asyncDispose]()]));

const evaluate = (text: string, answer = "", by = runner) =>
  by.evaluate({ kind: "source", language: "TypeScript", text }, answer);
const good = "export default (text) => text.length;";

beforeAll(async () => {
  await evaluate(good);
});

describe("code that takes too much ends at a limit, and the next call works", () => {
  test.each<[string, string]>([
    ...endless,
    ["an endless chain of promises", "const again = () => Promise.resolve().then(again); return again();"],
    ["huge output", "return 'x'.repeat(2_000_000);"],
    ["a promise that never ends to unfold", "const t = { then(f) { f(t); } }; return t;"],
  ])("%s", async (_name, body) => {
    await expect(evaluate(`export default (text) => { ${body} };`, "", hurried)).rejects.toMatchObject({
      code: "sandbox_limit",
      message: expect.stringMatching(/^Trait code/),
    });
    await expect(evaluate(good, "four", hurried)).resolves.toBe(4);
  });

  test.each([
    ["arrays", "const all = []; while (true) all.push(new Array(1000).fill(all.length));"],
    ["typed arrays", "const all = []; while (true) all.push(new Uint8Array(1e6));"],
    ["a long text", "return 'x'.repeat(2 ** 29);"],
    ["what it catches", "try { return 'x'.repeat(2 ** 29); } catch { return true; }"],
  ])("memory: %s", async (_name, body) => {
    await expect(evaluate(`export default (text) => { ${body} };`)).rejects.toMatchObject({
      code: "sandbox_limit",
      message: expect.stringMatching(/^Trait code used more than 20 MB of memory/),
    });
    await expect(evaluate(good, "four")).resolves.toBe(4);
  });

  test("a loop before the function is there", async () => {
    const endlessly = `while (true) {}\n${good}`;
    await expect(evaluate(endlessly, "", hurried)).rejects.toMatchObject({ code: "sandbox_limit" });
    await expect(evaluate(good, "four", hurried)).resolves.toBe(4);
  });
});

test.each([
  ["the machine's globals", kindsOfGlobals],
  ["the machine's globals through a constructor", "text.constructor.constructor('return typeof process')()"],
])("%s are not there", async (_name, expression) => {
  expect(await evaluate(`export default (text) => ${expression};`)).toMatch(
    /^undefined(,undefined)*(,function)?$/,
  );
});

test("what never happens is not waited for", async () => {
  await expect(evaluate("export default () => new Promise(() => {});")).rejects.toMatchObject({
    code: "sandbox_error",
    message: "Trait code waits for something that never happens.",
  });
});

test.each(oddThrows)("throwing %s is an error like any other", async (_name, body) => {
  await expect(evaluate(`export default () => { ${body} };`)).rejects.toMatchObject({
    code: expect.stringMatching(/^sandbox_(error|limit)$/),
  });
});

describe("code that forges its reply", () => {
  test.each(["null", "5", '"text"', "{ ok: 1 }", "{ ok: true }"])("with %s is refused", async (reply) => {
    const text = `Object.prototype.toJSON = () => (${reply}); export default () => true;`;
    await expect(evaluate(text)).rejects.toMatchObject({ code: "sandbox_error" });
  });

  test("reaches no object of the host", async () => {
    const text = `Object.prototype.polluted = "yes"; Array.prototype.map = null;
      export default () => ({ ["__proto__"]: { polluted: 1 }, returned: 1 });`;
    await evaluate(text).catch(() => undefined);
    expect({}).not.toHaveProperty("polluted");
  });
});
