import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { startOpenAiServer } from "../models/testing/index.ts";
import { callableTrait, llmTrait, regexTrait } from "../rubric/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { Benchmark } from "../verify/index.ts";
import { terminalPrompts } from "./interactive/terminal-prompts.ts";
import { runCommandLine } from "./run-command-line.ts";
import { capturedIo } from "./testing/captured-io.ts";

/** A screen cleared, a title and a clipboard set, lines and directions turned, things nobody sees. */
const harmful = [
  "\u001b[2J\u001b[1;1H\u001b[8m",
  "\u001b]0;owned\u0007\u001b]52;c;aGk=\u001b\\",
  "\u0000\u0008\u000b\u007f\u009b31m\u009d0;x\u009c\u0085",
  "\r\u2028\u2029",
  "\u061c\u200e\u200f\u202a\u202e\u2066\u2069",
  "\u200b\u200c\u200d\u2060\ufeff\u00ad\u{e0041}\u{e007f}\ufff9",
].join("x");
const said = (text: string) => `${text}${harmful}!`;

const obeyed = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;
const own = new RegExp(
  ["[0124]m", "2[24]m", "3[1-69]m", "\\d*A\\u001b\\[J", "J"].map((end) => `\\r?\\u001b\\[${end}`).join("|"),
  "g",
);

let folder: string;
let server: Awaited<ReturnType<typeof startOpenAiServer>>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hostile-text-"));
  await mkdir(path.join(folder, "presets"));
  const benchmark = Benchmark.create({ name: said("name"), version: said("1"), description: said("about") });
  benchmark.addQuestion({
    id: said("id"),
    question: said("What?"),
    rawAnswer: said("BCL2"),
    keywords: [said("keyword")],
    template: answerTemplate({
      target: verified(z.string(), {
        description: said("the target"),
        groundTruth: said("BCL2"),
        verifyWith: exactMatch(),
      }),
    }),
    rubric: [
      regexTrait({ name: said("matches"), pattern: "BCL2" }),
      llmTrait({ name: said("polite"), description: said("Is it?"), kind: "boolean" }),
      callableTrait({
        name: said("throws"),
        kind: "boolean",
        evaluate: new Function("text", `throw new Error(${JSON.stringify(harmful)});`) as () => boolean,
      }),
    ],
  });
  benchmark.addQuestion({ id: "broken", question: "Why?", rawAnswer: "x" });
  await benchmark.save(path.join(folder, "b.jsonld"));
  const preset = { name: said("preset"), description: said("for all"), config: { replicate_count: 1 } };
  await writeFile(
    path.join(folder, "presets", `${said("file").replaceAll(/[\0/]/g, "")}.json`),
    JSON.stringify(preset),
  );
  await writeFile(path.join(folder, "presets", "p.json"), JSON.stringify(preset));
  await writeFile(
    path.join(folder, "presets", "wrong.json"),
    JSON.stringify({ config: { [said("key")]: said("v") } }),
  );
  await writeFile(path.join(folder, "damaged.jsonld"), said("{"));
  await mkdir(path.join(folder, ".karenina-workspaces", said("left").replaceAll(/[\0/]/g, "")), {
    recursive: true,
  });
  server = await startOpenAiServer({
    chat: ({ body }) =>
      JSON.stringify(body).includes("JSON")
        ? JSON.stringify({ target: said("MCL1"), scores: { [said("polite")]: true }, result: true })
        : said("It is MCL1."),
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function printed(argv: readonly string[], terminal = false) {
  const io = capturedIo({ workingDirectory: folder, environment: {} });
  const stream = (to: typeof io.stdout) => ({ write: to.write, columns: 100, isTTY: terminal });
  const surroundings = {
    ...io,
    stdout: stream(io.stdout),
    stderr: stream(io.stderr),
    clock: async () => io.clock,
  };
  await runCommandLine(argv, surroundings, "1.2.3");
  return { out: io.out(), all: io.out() + io.err() };
}

const models = () => ["--base-url", server.url, "--answering-model", said("a"), "--parsing-model", said("p")];
const verify = (...more: readonly string[]) => [
  ...["verify", "b.jsonld", ...models(), "--questions", "0"],
  ...["--evaluation-mode", "template_and_rubric", "--overwrite", ...more],
];

test("a run is printed without anything that commands a terminal or hides", async () => {
  for (const [more, terminal] of [
    [["--output", "r.json"], true],
    [["--verbose", "--output", "r.json", "--run-name", said("run")], false],
    [["--quiet", "--json", "--output", "r.json", "--output", "r.jsonl"], false],
  ] as const) {
    const { all } = await printed(verify(...more), terminal);
    expect(all.replace(own, "")).not.toMatch(obeyed);
    expect(all).toMatch(/wrong/);
  }
});

test.each([
  [["benchmark", "show", "b.jsonld"]],
  [["benchmark", "show", "b.jsonld", "--json"]],
  [["benchmark", "validate", "b.jsonld"]],
  [["benchmark", "validate", "b.jsonld", "--json"]],
  [["benchmark", "show", "damaged.jsonld"]],
  [["review", "b.jsonld", "--list", "--only", "all"]],
  [["review", "b.jsonld", "--json", "--only", "all"]],
  [["review", "b.jsonld"]],
  [["preset", "list"]],
  [["preset", "list", "--json"]],
  [["preset", "show", "p"]],
  [["preset", "show", "p", "--json"]],
  [["preset", "show", "wrong"]],
  [["preset", "show", said("none")]],
  [["preset", "save", said("saved").replaceAll(/[\0/]/g, ""), "--replicate-count", "2"]],
  [["preset", "delete", said("none")]],
  [["workspace", "list", "."]],
  [["workspace", "list", ".", "--json"]],
  [["workspace", "clean", ".", "--dry-run"]],
  [["init", said("none/x").replaceAll("\0", "")]],
  [["show", "r.json"]],
  [["show", "r.json", "--json"]],
  [["show", "r.jsonl"]],
  [["show", "r.json", "--question", said("id")]],
  [["show", "r.json", "--question", said("id"), "--full"]],
  [["show", "r.json", "--question", said("id"), "--json"]],
  [["show", "r.json", "--question", said("nobody")]],
  [["show", said("missing.json")]],
  [["verify", said("missing.jsonld"), "--answering-model", "a", "--parsing-model", "p"]],
  [["verify", "b.jsonld", "--preset", said("none")]],
  [["verify", "b.jsonld", said("--option")]],
  [[said("command")]],
])("nothing commands a terminal or hides in what is printed: %o", async (argv) => {
  for (const terminal of [false, true]) {
    const { all } = await printed(argv, terminal);
    expect(all).not.toBe("");
    expect(all.replace(own, "")).not.toMatch(obeyed);
  }
});

test("questions at a terminal show nothing of the kind either", async () => {
  const output = new PassThrough();
  const prompts = terminalPrompts({ input: new PassThrough(), output });
  let shown = "";
  output.on("data", (chunk) => {
    shown += chunk;
  });
  await prompts.note(said("title"), [said("line")]);
  void prompts.text({ message: said("message"), initial: said("initial") }).catch(() => undefined);
  void prompts
    .choice({
      message: said("message"),
      initial: "a",
      choices: [{ value: "a", label: said("a"), hint: said("h") }],
    })
    .catch(() => undefined);
  await expect.poll(() => shown.match(/message/g)?.length ?? 0).toBeGreaterThan(1);
  expect(shown).toContain("title");
  // what the prompts draw themselves moves the cursor
  expect(["\u001b]", "\u001b[2J", "\u001b[8m"].filter((command) => shown.includes(command))).toEqual([]);
  expect(shown).not.toMatch(/[\u0080-\u009f\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
});

test("JSON loses nothing: what is not printed as it is stands there as an escape", async () => {
  const results = JSON.parse((await printed(["show", "r.json", "--json"])).out);
  expect(JSON.stringify(results)).toContain(JSON.stringify(said("What?")).slice(1, -1));
  expect(JSON.parse((await printed(["preset", "show", "p", "--json"])).out)).toMatchObject({
    name: said("preset"),
    description: said("for all"),
  });
  expect(JSON.parse((await printed(["benchmark", "show", "b.jsonld", "--json"])).out).name).toBe(
    said("name"),
  );
  expect(await readFile(path.join(folder, "r.json"), "utf8")).toContain("MCL1");
});

test("ids and names of a benchmark that is shown or validated", async () => {
  const benchmark = Benchmark.create({ name: "q\u001b]0;title\u0007\u009b31m1" });
  benchmark.addQuestion({ id: "q\u001b]0;title\u0007\u009b31m1", question: "Q?", rawAnswer: "x" });
  const file = await benchmark.save(path.join(folder, "other.jsonld"));
  for (const command of ["show", "validate"]) {
    const { all } = await printed(["benchmark", command, file]);
    expect(all).not.toMatch(/(?!\n)\p{Cc}/u);
  }
});

test("an error quotes a file without what commands a terminal", async () => {
  const file = path.join(folder, "other.jsonld");
  const version = { "@type": "PropertyValue", name: "benchmark_format_version", value: "9\u001b[31m" };
  await writeFile(file, JSON.stringify({ dataFeedElement: [], additionalProperty: [version] }));
  const { out, all } = await printed(["benchmark", "show", file]);
  expect(out).toBe("");
  expect(all).toContain("has benchmark format 9;");
});
