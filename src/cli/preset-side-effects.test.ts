import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ModelServer, startOpenAiServer } from "../models/testing/index.ts";
import { llmTrait, regexTrait } from "../rubric/index.ts";
import { Benchmark } from "../verify/index.ts";
import { runCommandLine } from "./run-command-line.ts";
import { capturedIo } from "./testing/captured-io.ts";

let folder: string;
let server: ModelServer;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "preset-powers-"));
  server = await startOpenAiServer({ chat: () => "It is BCL2." });
  const benchmark = Benchmark.create({ name: "Sample", version: "1.0.0" });
  benchmark.addQuestion({ id: "q1", question: "Which?", rawAnswer: "BCL2", finished: true });
  benchmark.addGlobalTrait(regexTrait({ name: "named", pattern: "BCL2" }));
  await benchmark.save(path.join(folder, "benchmark.jsonld"));
  const model = { model_name: "m", endpoint_base_url: server.url, api_key_env: "MY_KEY" };
  const preset = {
    answering_models: [{ ...model, mcp_urls_dict: { x: "no-such-program \u001b[31m--flag" } }],
    parsing_models: [model],
    evaluation_mode: "rubric_only",
  };
  await writeFile(path.join(folder, "powerful.json"), JSON.stringify(preset));
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function karenina(...argv: readonly string[]) {
  const io = capturedIo({ environment: { MY_KEY: "SEKRET-000" }, workingDirectory: folder });
  const code = await runCommandLine(argv, { ...io, clock: async () => io.clock }, "1.2.3");
  return { code, out: io.out(), err: io.err() };
}

const verify = (...more: readonly string[]) => karenina("verify", "benchmark.jsonld", "--no-output", ...more);
const host = () => new URL(server.url).host;
const programLine =
  'note: This preset starts the program "no-such-program \\u001b[31m--flag" (MCP server "x" of model "m").\n';

test.each([[[]], [["--json"]], [["--quiet"]]])(
  "what a preset starts and sends is said before it happens %j",
  async (more) => {
    const run = await verify("--preset", "powerful.json", ...more);
    expect(run.err).toContain(programLine);
    expect(run.err).toContain(`note: This preset sends the key in MY_KEY to ${host()} (model "m").\n`);
    // the program is not there, so the run ends where it would be started
    expect(run.err.indexOf("could not be started")).toBeGreaterThan(run.err.indexOf(programLine));
    expect(run.err + run.out).not.toContain("SEKRET");
    expect(server.requests).toEqual([]);
  },
);

test("a search module is said where the run looks something up with it, and only there", async () => {
  const file = path.join(folder, "search.json");
  const model = { model_name: "m", endpoint_base_url: server.url };
  const preset = {
    answering_models: [model],
    parsing_models: [model],
    deep_judgment_search_tool: "./search.mjs",
    deep_judgment_rubric_search_tool: "./search.mjs",
    evaluation_mode: "rubric_only",
  };
  await writeFile(file, JSON.stringify(preset));
  const run = await verify("--preset", file);
  expect(run.err).toMatch(/warning: .*deep_judgment_search_tool.* no effect/);
  expect(run).toMatchObject({ code: 0, err: expect.not.stringContaining("imports the module") });
  const shown = await karenina("preset", "show", file);
  expect(shown.out).toContain("This preset imports the module");

  const benchmark = Benchmark.create({ name: "Looked up", version: "1.0.0" });
  benchmark.addQuestion({ id: "q1", question: "Which?", rawAnswer: "BCL2", finished: true });
  benchmark.addGlobalTrait(llmTrait({ name: "sound", description: "Is it?", kind: "boolean" }));
  await benchmark.save(path.join(folder, "benchmark.jsonld"));
  const deep = { deep_judgment_rubric_mode: "enable_all", deep_judgment_rubric_search_enabled: true };
  await writeFile(file, JSON.stringify({ ...preset, ...deep }));
  expect((await verify("--preset", file)).err).toContain(
    `note: This preset imports the module ${path.join(folder, "search.mjs")} (deep_judgment_rubric_search_tool).`,
  );
});

test("what flags say is the user's own word", async () => {
  const flags = [
    "--base-url",
    server.url,
    "--api-key-env",
    "MY_KEY",
    "--answering-model",
    "m",
    "--parsing-model",
    "j",
  ];
  const run = await verify(...flags, "--evaluation-mode", "rubric_only");
  expect(run).toMatchObject({ code: 0, err: expect.not.stringContaining("note:") });
});

test("preset show says it first, as text and as JSON", async () => {
  const shown = await karenina("preset", "show", "powerful.json");
  expect(shown.out).toMatch(
    /^This preset starts the program "no-such-program .*" \(MCP server "x" of model "m"\)\.\n/,
  );
  const { out } = await karenina("preset", "show", "powerful.json", "--json");
  const json = JSON.parse(out);
  expect(Object.keys(json)[0]).toBe("powers");
  expect(json.powers).toEqual([
    expect.stringContaining("starts the program"),
    `sends the key in MY_KEY to ${host()} (model "m")`,
  ]);
});

test("a key itself in a server's setting is refused on the command line, with a variable to use", async () => {
  const flags = ["--base-url", server.url, "--answering-model", "m", "--parsing-model", "j"];
  const run = await verify(
    ...flags,
    "--mcp",
    "github=npx mcp-remote https://h/mcp --header 'X-Api-Key: litZ9k2Qm47Xw81Vb3'",
  );
  expect(run).toMatchObject({ code: 2, err: expect.stringContaining("write $X_API_KEY in its place") });
  expect(run.err).not.toContain("litZ9k2Qm47Xw81Vb3");
});
