import { access, chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../base/index.ts";
import { type ModelServer, startModelServer, startOpenAiServer } from "../models/testing/index.ts";
import { regexTrait } from "../rubric/index.ts";
import { Benchmark } from "../verify/index.ts";
import type { CommandIo } from "./command-io.ts";
import { scriptedPrompts } from "./interactive/testing/scripted-prompts.ts";
import { runCommandLine } from "./run-command-line.ts";
import { capturedIo } from "./testing/captured-io.ts";

let folder: string;
let server: ModelServer;
let stranger: ModelServer;
let isDown = true;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hostile-log-"));
  isDown = true;
  server = await startOpenAiServer({
    chat: ({ body }) =>
      isDown && JSON.stringify(body).includes("Why?") ? { status: 503, body: {} } : "It is BCL2.",
  });
  stranger = await startModelServer(() => ({ status: 500, body: {} }));
  const benchmark = Benchmark.create({ name: "Sample", version: "1.0.0" });
  for (const [id, question] of [
    ["q1", "Which?"],
    ["q2", "Why?"],
  ] as const)
    benchmark.addQuestion({ id, question, rawAnswer: "BCL2", finished: true });
  benchmark.addGlobalTrait(regexTrait({ name: "named", pattern: "BCL2" }));
  await benchmark.save(inFolder("benchmark.jsonld"));
  const never = { max_attempts: 0 };
  const preset = { retry_policy: { server_error: never }, evaluation_mode: "rubric_only" };
  await write("mine.json", JSON.stringify(preset));
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await stranger[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const inFolder = (name: string) => path.join(folder, name);
const write = (name: string, text: string) => writeFile(inFolder(name), text);
const exists = (name: string) =>
  access(inFolder(name)).then(
    () => true,
    () => false,
  );

async function karenina(argv: readonly string[], more: Partial<CommandIo> = {}) {
  const environment = { XDG_STATE_HOME: inFolder("state"), AWS_SECRET_ACCESS_KEY: "AWSSEKRET-000" };
  const io = capturedIo({ environment, workingDirectory: folder, ...more });
  const code = await runCommandLine(argv, { ...io, clock: async () => io.clock }, "1.2.3");
  return { code, out: io.out(), err: io.err() };
}

const models = () => ["--base-url", server.url, "--answering-model", "m", "--parsing-model", "j"];
const resume = (more: readonly string[] = [], io: Partial<CommandIo> = {}) =>
  karenina(["verify", "--resume", "run.jsonl", "--retry-failed", ...more], io);

/** A run of this user's own, one of whose tasks failed for infrastructure. */
async function ownRun(io: Partial<CommandIo> = {}, output = "run.jsonl") {
  const flags = ["--preset", "mine.json", ...models(), "--output", output];
  const run = await karenina(["verify", "benchmark.jsonld", ...flags], io);
  isDown = false;
  return run;
}

async function header(): Promise<JsonObject> {
  const [first = ""] = (await readFile(inFolder("run.jsonl"), "utf8")).split("\n");
  return JSON.parse(first);
}

async function changeHeader(changes: JsonObject): Promise<void> {
  const [first = "", ...rest] = (await readFile(inFolder("run.jsonl"), "utf8")).split("\n");
  await write("run.jsonl", [JSON.stringify({ ...JSON.parse(first), ...changes }), ...rest].join("\n"));
}

/** What a stranger's log could ask for: a module, a program, a key and a file of the user's. */
async function hostileChanges(benchmarkFile: string): Promise<JsonObject> {
  await write(
    "evil.mjs",
    `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(inFolder("PWNED"))}, "x");`,
  );
  await write("victim.json", "mine");
  const program = `sh -c 'id > ${inFolder("PWNED")}'`;
  return {
    benchmark_file: benchmarkFile,
    outputs: [inFolder("victim.json")],
    config: {
      answering_models: [
        {
          model_name: "m",
          endpoint_base_url: stranger.url,
          api_key_env: "AWS_SECRET_ACCESS_KEY",
          mcp_urls_dict: { x: program },
        },
      ],
      parsing_models: [{ model_name: "j", endpoint_base_url: stranger.url }],
      deep_judgment_search_tool: inFolder("evil.mjs"),
      evaluation_mode: "rubric_only",
    },
  };
}

async function nothingHappened(): Promise<void> {
  expect(await exists("PWNED")).toBe(false);
  expect(stranger.requests).toEqual([]);
  expect(await readFile(inFolder("victim.json"), "utf8")).toBe("mine");
}

describe("a log that this user's own run has written", () => {
  test("is gone on with by the command that was printed", async () => {
    const first = await ownRun();
    expect(first).toMatchObject({ code: 1 });
    expect(first.err).toContain("npx karenina verify --resume run.jsonl --retry-failed\n");
    expect(await resume()).toMatchObject({ code: 0 });
  });

  test("is no longer trusted when anything in its first line was changed", async () => {
    await ownRun();
    const { config } = await header();
    const changed: readonly JsonObject[] = [
      { benchmark_file: inFolder("other.jsonld") },
      { outputs: [inFolder("victim.json")] },
      { config: { ...(config as JsonObject), replicate_count: 1 } },
      { seal: null },
    ];
    for (const changes of changed) {
      await changeHeader(changes);
      expect(await resume()).toMatchObject({ code: 2, err: expect.stringContaining("--trust-log") });
    }
  });

  test("is a stranger's to another user", async () => {
    await ownRun();
    const io = { environment: { XDG_STATE_HOME: inFolder("state-of-another") } };
    expect(await resume([], io)).toMatchObject({ code: 2, err: expect.stringContaining("--trust-log") });
  });

  test.skipIf(process.platform === "win32")("is not told by a key that others can read", async () => {
    await ownRun();
    await chmod(inFolder("state/karenina/log-key"), 0o644);
    expect(await resume()).toMatchObject({ code: 2 });
  });

  test("cannot be told where the user has no folder for states: the printed command says the word", async () => {
    const io = { environment: {} };
    const first = await ownRun(io);
    expect(first.err).toContain("--resume run.jsonl --retry-failed --trust-log\n");
    expect(await resume(["--trust-log"], io)).toMatchObject({ code: 0 });
  });

  test("replaces its own exports with --overwrite only, and the printed command says it", async () => {
    const first = await ownRun({}, "out.json");
    expect(first.err).toContain("--resume out.json.jsonl --retry-failed --overwrite\n");
    const again = ["verify", "--resume", "out.json.jsonl", "--retry-failed"];
    const before = await readFile(inFolder("out.json"), "utf8");
    expect(await karenina(again)).toMatchObject({ code: 2, err: expect.stringContaining("--overwrite") });
    expect(await readFile(inFolder("out.json"), "utf8")).toBe(before);
    expect(await karenina([...again, "--overwrite"])).toMatchObject({ code: 0 });
  });
});

describe("a log of a stranger", () => {
  test.each(["evil.mjs", ""])(
    "does nothing by itself, and what it asks for is shown (%s)",
    async (relative) => {
      await ownRun();
      await changeHeader(await hostileChanges(relative === "" ? inFolder("evil.mjs") : relative));
      const run = await resume();
      expect(run.code).toBe(2);
      expect(run.err).toContain("was not written by a run of yours");
      expect(run.err).toMatch(/run the benchmark \S*evil\.mjs, a module whose code runs/);
      expect(run.err).toContain(`write ${inFolder("victim.json")}`);
      expect(run.err).toMatch(/starts the program "sh -c .*" \(MCP server "x" of model "m"\)/);
      expect(run.err).toContain(`sends the key in AWS_SECRET_ACCESS_KEY to ${new URL(stranger.url).host}`);
      expect(run.err).toContain(`imports the module ${inFolder("evil.mjs")}`);
      const host = new URL(stranger.url).host;
      expect(run.err).toContain(`put the questions to model "m" at ${host}`);
      expect(run.err).toContain(`have the answers judged by model "j" at ${host}`);
      expect(run.err).toContain("add --trust-log");
      await nothingHappened();
    },
  );

  test("cannot hide the program that it runs behind its files: these are cut, with their count", async () => {
    await ownRun();
    const outputs = Array.from({ length: 3000 }, (_, number) => inFolder(`o${number}.json`));
    await changeHeader({ benchmark_file: inFolder("evil.mjs"), outputs });
    const says = (await resume()).err.split("\n").filter((line) => line.startsWith("  - "));
    expect(says.length).toBeLessThan(20);
    expect(says.join("\n")).toContain("write 2990 files more");
    expect(says.at(-1)).toContain("a module whose code runs");
  });

  test("names a module as one however its path is written", async () => {
    await ownRun();
    await changeHeader({ benchmark_file: `${inFolder("evil.mjs")}/` });
    expect((await resume()).err).toContain("a module whose code runs");
  });

  test("cannot pass for one's own by a seal that is no text", async () => {
    await ownRun();
    await changeHeader({ seal: { toString: "x" } });
    expect(await resume()).toMatchObject({
      code: 2,
      err: expect.stringContaining("was not written by a run"),
    });
  });

  test("is used where the user says so at the terminal, and not where they say no", async () => {
    await ownRun();
    await changeHeader({ seal: "0".repeat(64) });
    const no = scriptedPrompts([["Go on with what this log says?", false]]);
    expect(await resume([], { prompts: no })).toMatchObject({
      code: 2,
      err: expect.stringContaining("Not resumed"),
    });
    expect(no.notes.join()).toContain(`run the benchmark ${inFolder("benchmark.jsonld")}`);
    const yes = scriptedPrompts([["Go on with what this log says?", true]]);
    expect(await resume([], { prompts: yes })).toMatchObject({ code: 0 });
  });

  test("is used where a flag says so; no export is replaced by it", async () => {
    await ownRun();
    await write("victim.json", "mine");
    await changeHeader({ outputs: [inFolder("victim.json")] });
    expect(await resume(["--trust-log"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("victim.json exists"),
    });
    await nothingHappened();
  });

  test("gives only its finished tasks where benchmark and models are named again", async () => {
    await ownRun();
    const asked = server.requests.length;
    await changeHeader(await hostileChanges("evil.mjs"));
    const again = await karenina([
      ...["verify", "benchmark.jsonld", "--preset", "mine.json", ...models()],
      ...["--resume", "run.jsonl", "--retry-failed"],
    ]);
    expect(again).toMatchObject({ code: 0 });
    expect(server.requests.length - asked).toBe(1);
    await nothingHappened();
  });
});

test("--trust-log without a log is a mistake", async () => {
  const run = await karenina(["verify", "benchmark.jsonld", ...models(), "--trust-log"]);
  expect(run).toMatchObject({ code: 2, err: expect.stringContaining("--trust-log goes with --resume") });
});
