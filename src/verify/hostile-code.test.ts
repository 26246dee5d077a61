import { beforeAll, describe, expect, test } from "vitest";
import { CallableRubricTrait } from "../rubric/index.ts";
import { Benchmark } from "./benchmark.ts";
import { type ChildRun, runStrangersFile } from "./testing/run-in-child.ts";

const head =
  'import * as z from "zod"; import { answerTemplate, extracted, verified, exactMatch } from "karenina";\n';
const field = (schema = "z.string()", description = '"a"') =>
  `{ a: extracted(${schema}, { description: ${description} }) }`;
const verifies = (body: string, before = "") =>
  `${head}${before}export default answerTemplate(${field()}, { verify: (answer, context) => { ${body} } });`;
const before = (code: string) => verifies("return true;", `${code}\n`);

type Case = readonly [name: string, source: string];

/** Code that never ends by itself; other ways not to end are tried on the sandbox, with shorter limits. */
const endless: readonly Case[] = [
  ["a loop", before("for (;;) {}")],
  ["a check that goes on", verifies("for (;;) {}")],
];

/** Code that asks for more memory than there is for it. */
const greedy: readonly Case[] = [
  ["typed arrays", before("const all = []; for (;;) all.push(new Uint8Array(4e6).fill(1));")],
  ["typed arrays in a check", verifies("const all = []; for (;;) all.push(new Uint8Array(4e6));")],
  ["shared buffers", before("const all = []; for (;;) all.push(new SharedArrayBuffer(1e6));")],
  ["large numbers", before("const all = []; for (let n = 0n; ; n++) all.push(2n ** 100000n + n);")],
  ["arrays", before("const all = []; for (;;) all.push(new Array(1000).fill(all.length));")],
  ["objects", before("const all = []; for (;;) all.push({ a: 1, b: [2] });")],
  ["texts", before("const all = []; for (;;) all.push('x'.repeat(1e5) + all.length);")],
  ["one long text", before("'x'.repeat(2 ** 29);")],
  ["a resizable buffer", before("new ArrayBuffer(8, { maxByteLength: 2 ** 30 }).resize(2 ** 29);")],
  ["joined texts", before("new Array(2 ** 24).fill('xyz').join();")],
  [
    "what a check catches",
    verifies("try { const all = []; for (;;) all.push(new Uint8Array(4e6)); } catch { return true; }"),
  ],
];

/** Code that asks for what cannot be given at once, nests without end, or is no code that is read. */
const refused: readonly Case[] = [
  ["a typed array of 2 GB", before("new Uint8Array(2 ** 31);")],
  ["a buffer of a terabyte", before("new ArrayBuffer(2 ** 40);")],
  ["a list of four billion", before("new Array(2 ** 32 - 1).fill(0).join();")],
  ["deep recursion", before("const f = () => f() + 1; f();")],
  ["proxies in proxies", before("let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x;")],
  ["JSON nested without end", before("JSON.parse('['.repeat(1e6));")],
  ["200,000 parentheses", before(`${"(".repeat(2e5)}1${")".repeat(2e5)};`)],
  ["300,000 negations", before(`${"!".repeat(3e5)}1;`)],
  ["types nested without end", before(`type A = ${"B<".repeat(5e4)}C${">".repeat(5e4)};`)],
  ["blocks nested without end", before(`${"if (1 < 2) {".repeat(5e4)}${"}".repeat(5e4)}`)],
  ["more source than is read", before(`// ${"x".repeat(2e6)}`)],
  ["an import of node:fs", before('import "node:fs";')],
  ["an import of a file", before('import "file:///etc/passwd";')],
  ["an import of a path", before('import "/etc/passwd";')],
  ["an import of an address", before('import "http://127.0.0.1/x.js";')],
  ["an import of std", before('import * as std from "std";')],
  ["an import while it runs", before('await import("fs");')],
  ["throwing null", before("throw null;")],
  ["throwing a proxy", before("throw new Proxy({}, { get() { throw 1; } });")],
  ["a message of 5 MB", before("throw new Error('x'.repeat(5e6));")],
  ["a message that commands a terminal", before("throw new Error('\\u001b[2J\\u001b]0;x\\u0007');")],
  ["a message that forges an import", before(String.raw`throw new Error('cannot import "\\q"');`)],
  ["a name and stack of its own", before("throw Object.assign(new Error('x'), { name: null, stack: 5n });")],
  ["a reply of its own", before("Object.prototype.toJSON = () => ({ ok: 1 });")],
  ["a reply without a value", before("Object.prototype.toJSON = () => null;")],
  ["3 MB of description", `${head}export default answerTemplate(${field("z.string()", '"x".repeat(3e6)')});`],
  [
    "a field named __proto__",
    `${head}export default answerTemplate({ ["__proto__"]: extracted(z.string(), { description: "a" }) });`,
  ],
  [
    "lists in lists",
    `${head}let s = z.string(); for (let i = 0; i < 200; i++) s = z.array(s); export default answerTemplate(${field("s")});`,
  ],
  ["no template", "export default 5;"],
  ["a check that says 1", verifies("return 1;")],
  ['a check that says "true"', verifies('return "true";')],
  ["a check that says NaN", verifies("return NaN;")],
  ["a check that gives an object", verifies("return {};")],
  ["a check that gives a proxy", verifies("return new Proxy({}, { get() { throw 1; } });")],
  ["a check that never settles", verifies("return new Promise(() => {});")],
];

/** Checks that pass where nothing of the machine can be reached, and nothing they did before is left. */
const contained: readonly Case[] = [
  ...[
    ...["process", "require", "fetch", "setTimeout", "WebAssembly", "std", "os", "print", "console"],
    ...["postMessage", "Deno", "module", "XMLHttpRequest", "queueMicrotask"],
  ].map((name): Case => [`${name} is not there`, verifies(`return typeof ${name} === "undefined";`)]),
  [
    "a constructor finds nothing either",
    verifies(
      "return context.constructor.constructor('return typeof process + typeof require')() === 'undefinedundefined';",
    ),
  ],
  [
    "an asynchronous one neither",
    verifies(
      "return (async () => {}).constructor('return typeof process')().then((found) => found === 'undefined');",
    ),
  ],
  ["import.meta is empty", verifies("return Object.keys(import.meta).length === 0;")],
  [
    "nothing is kept between calls",
    verifies("const kept = globalThis.kept; globalThis.kept = 1; return kept === undefined;"),
  ],
  [
    "what it does to prototypes stays inside",
    verifies("Object.prototype.polluted = 1; Array.prototype.map = null; answer.a = 'changed'; return true;"),
  ],
  ["the good one after all of them", verifies("return answer.a === 'x' && !('polluted' in {});")],
];

/** Functions of traits; each leaves its trait without a value. */
const traits: readonly Case[] = [
  ["loop", "export default (text) => { for (;;) {} };"],
  ["hoard", "export default (text) => { const all = []; for (;;) all.push(new Uint8Array(4e6)); };"],
  [
    "caught",
    "export default (text) => { try { return 'x'.repeat(2 ** 29) === ''; } catch { return true; } };",
  ],
  ["deep", "export default (text) => { const f = () => f() + 1; return f(); };"],
  ["import", 'import "node:fs"; export default () => true;'],
  ["object", "export default () => ({});"],
  ["nothing", "export default () => undefined;"],
  ["never", "export default () => new Promise(() => {});"],
  ["number", "export default () => NaN;"],
  ["forged", "Object.prototype.toJSON = () => ({ ok: true }); export default () => true;"],
  ["thrown", "export default () => { throw null; };"],
  ["none", "export const a = 1;"],
];

let run: ChildRun;

beforeAll(async () => {
  const benchmark = Benchmark.create({ name: "A stranger's" });
  for (const [id, text] of [...endless, ...greedy, ...refused, ...contained])
    benchmark.addQuestion({
      id,
      question: `${id}?`,
      rawAnswer: "x",
      template: { language: "TypeScript", text },
    });
  benchmark.addQuestion({ id: "traits", question: "Traits?", rawAnswer: "x" });
  benchmark.setQuestionRubric(
    "traits",
    [...traits, ["fine", "export default (text) => text === 'x';"] as const].map(([name, text]) =>
      CallableRubricTrait.parse({
        type: "callable",
        name,
        kind: "boolean",
        code: { kind: "source", language: "TypeScript", text },
      }),
    ),
  );
  run = await runStrangersFile(
    benchmark,
    ({ body }) => (body.response_format === undefined ? "x" : '{"a":"x"}'),
    // loading a template has the limit of every run, so that one loop is ended by it
    { templates: { callTimeoutMs: 200 }, callables: { callTimeoutMs: 200 } },
  );
}, 240_000);

const names = (cases: readonly Case[]) => cases.map(([name]) => name);
const decided = ["pass", "wrong", "no_answer"];

describe("code of a template that never ends is ended, and is no verdict", () => {
  test.each(names(endless))("%s", (name) => {
    expect(decided).not.toContain(run.results.get(name)?.outcome);
    expect(run.results.get(name)?.reason).toMatch(
      /Template code (took longer than (500|200) ms|used more than 32 MB)/,
    );
  });
});

describe("code of a template that asks for too much memory is told so, and is no verdict", () => {
  test.each(names(greedy))("%s", (name) => {
    expect(decided).not.toContain(run.results.get(name)?.outcome);
    expect(run.results.get(name)?.reason).toContain("Template code used more than 32 MB of memory");
  });

  test("and the process never holds more than its own part and that", () => {
    expect(run.peakMb).toBeLessThan(600);
  });
});

describe("a template that is no template, or a check that gives no verdict, says so in one sentence", () => {
  test.each(names(refused))("%s", (name) => {
    expect(decided).not.toContain(run.results.get(name)?.outcome);
    expect(run.results.get(name)?.reason).toMatch(/^\S.{5,}/);
    expect(run.results.get(name)?.reason).not.toMatch(/bug in Node|not expected|at file:/);
  });
});

describe("a check reaches nothing outside of itself", () => {
  test.each(names(contained))("%s", (name) => {
    expect(run.results.get(name)?.outcome).toBe("pass");
  });
});

describe("a trait whose function misbehaves has no value, and takes nothing from the others", () => {
  test.each(names(traits))("%s", (name) => {
    expect(run.results.get("traits")?.traits[name]).toMatch(/^Trait /);
  });

  test("the good one", () => {
    expect(run.results.get("traits")?.traits.fine).toBe(true);
  });
});
