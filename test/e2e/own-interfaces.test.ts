import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readJsonExport } from "karenina";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "./run-command.ts";

const files = {
  "karenina.config.ts": `
    import { assistantMessage, defineConfig, defineInterface } from "karenina";
    const llm = (text) => ({
      capabilities: { systemPrompt: true, structuredOutput: true },
      generate: async () => ({
        text,
        message: assistantMessage(text),
        usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
        usageKnown: true, model: "m", finishReason: "stop",
      }),
      async [Symbol.asyncDispose]() {},
    });
    const myLab = defineInterface({
      name: "my_lab",
      label: "the models of our lab",
      tier: "tool_loop",
      connect: async ({ modelName }) => ({ kind: "llm", llm: llm(modelName === "judge" ? '{"target":"BCL2"}' : "It is BCL2.") }),
    });
    export default defineConfig({ interfaces: [myLab] });`,
  "benchmark.ts": `
    import { answerTemplate, Benchmark, exactMatch, verified } from "karenina";
    import * as z from "zod";
    const benchmark = Benchmark.create({ name: "Lab" });
    const target = verified(z.string(), { description: "The target", groundTruth: "BCL2", verifyWith: exactMatch() });
    benchmark.addQuestion({ question: "What does venetoclax bind?", rawAnswer: "BCL2", template: answerTemplate({ target }) });
    export default benchmark;`,
};

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "karenina-own-interfaces-"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text);
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const models = ["--interface", "my_lab", "--answering-model", "m-2", "--parsing-model", "judge"];

test("an interface of the configuration module is known to flags, presets and results", async () => {
  const saved = await runCommand(["preset", "save", "lab", ...models], { cwd });
  expect(saved).toMatchObject({ code: 0, stderr: "note: karenina.config.ts is used.\n" });
  expect(await readFile(join(cwd, "presets", "lab.json"), "utf8")).toContain('"interface": "my_lab"');
  const shown = await runCommand(["preset", "show", "lab"], { cwd });
  // to look at a preset runs nothing
  expect(shown).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"interface": "my_lab"'),
    stderr: "",
  });
  const withModule = await runCommand(["preset", "show", "lab", "--plugin", "karenina.config.ts"], { cwd });
  expect(withModule).toEqual({ ...shown, stderr: "note: karenina.config.ts is used.\n" });
  const run = await runCommand(["verify", "benchmark.ts", "--preset", "lab", "--output", "r.json"], { cwd });
  expect(run).toMatchObject({ code: 0 });
  const { results } = await readJsonExport(join(cwd, "r.json"));
  expect(
    results.map(({ metadata, template }) => [metadata.answering.interface, template?.verifyResult]),
  ).toEqual([["my_lab", true]]);
});

test("a log of it is resumed, and nothing knows it without its module", async () => {
  const first = await runCommand(["verify", "benchmark.ts", ...models, "--output", "run.jsonl"], { cwd });
  expect(first).toMatchObject({ code: 0 });
  expect(await runCommand(["verify", "--resume", "run.jsonl"], { cwd })).toMatchObject({ code: 0 });
  const without = await runCommand(["verify", "benchmark.ts", ...models, "--no-config"], { cwd });
  expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('unknown interface "my_lab"') });
  const mistaken = await runCommand(["verify", "benchmark.ts", ...models.with(1, "my_lob")], { cwd });
  expect(mistaken).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "my_lab"?') });
  const unknown = await runCommand(["verify", "benchmark.ts", "--preset", "lab", "--no-config"], { cwd });
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("or from --plugin") });
  const resumed = await runCommand(["verify", "--resume", "run.jsonl", "--no-config"], { cwd });
  expect(resumed).toMatchObject({ code: 2, stderr: expect.stringContaining("or from --plugin") });
  const preset = await runCommand(["verify", "benchmark.ts", "--preset", "lab", "--no-config"], { cwd });
  expect(preset).toMatchObject({ code: 2, stderr: expect.stringContaining("my_lab") });
  const deleted = await runCommand(["preset", "delete", "lab", "--yes"], { cwd });
  expect(deleted).toMatchObject({ code: 0, stderr: "" });
});

test("help says that the module adds interfaces, without running it", async () => {
  const empty = join(cwd, "empty");
  const broken = join(cwd, "broken");
  for (const folder of [empty, broken]) await mkdir(folder);
  await writeFile(join(broken, "karenina.config.mjs"), 'throw new Error("run");');
  const line = "Interfaces of karenina.config.mjs are known too.";
  const help = await runCommand(["verify", "--help"], { cwd: broken });
  expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining(line), stderr: "" });
  expect((await runCommand(["verify", "--help"], { cwd: empty })).stdout).not.toContain("are known too");
});
