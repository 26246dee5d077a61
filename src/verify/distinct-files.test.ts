import { link, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import type { VerificationConfig } from "../config/index.ts";
import { agenticTrait } from "../rubric/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { Benchmark } from "./benchmark.ts";
import { requireDistinctFiles } from "./distinct-files.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "distinct-files-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function sample(): Benchmark {
  const benchmark = Benchmark.create({ name: "Sample" });
  const target = verified(z.string(), {
    description: "The target",
    groundTruth: "BCL2",
    verifyWith: exactMatch(),
  });
  benchmark.addQuestion({ question: "Which?", rawAnswer: "BCL2", template: answerTemplate({ target }) });
  return benchmark;
}

const model = { modelName: "m", endpointBaseUrl: "http://127.0.0.1:9/v1" };
const configWith = (more: VerificationConfig): VerificationConfig => ({
  answeringModels: [model],
  parsingModels: [model],
  ...more,
});

test("the recording that a model of a trait is replayed from is no recording of the run", async () => {
  const record = path.join(folder, "calls.jsonl");
  const benchmark = sample();
  benchmark.addGlobalTrait(
    agenticTrait({
      name: "runs",
      description: "Does it run?",
      kind: "boolean",
      contextMode: "trace_only",
      modelOverride: { model_name: "m", replay_file: record },
    }),
  );
  const run = benchmark.runVerification(configWith({ evaluationMode: "template_and_rubric" }), { record });
  await expect(run).rejects.toMatchObject({
    code: "configuration",
    message: `${record} is read by this run; it cannot be an output as well.`,
  });
});

test("the module of a search tool is no output of the run that uses it", async () => {
  const tool = path.join(folder, "search.mjs");
  const code = "export const search = () => [];\n";
  await writeFile(tool, code);
  const run = sample().runVerification(
    configWith({
      deepJudgmentMode: "full",
      deepJudgmentSearchEnabled: true,
      deepJudgmentSearchTool: tool,
    }),
    { record: tool },
  );
  await expect(run).rejects.toMatchObject({
    code: "configuration",
    message: `${tool} is read by this run; it cannot be an output as well.`,
  });
  expect(await readFile(tool, "utf8")).toBe(code);
});

test("what is read, or written already, is no output by another name either", async () => {
  const place = (name: string) => path.join(folder, name);
  await writeFile(place("read.jsonl"), "");
  await symlink("read.jsonl", place("soft.jsonl"));
  await link(place("read.jsonl"), place("hard.jsonl"));
  await symlink("later.json", place("other.json"));
  const require = (outputs: readonly string[], inputs: readonly string[]) =>
    requireDistinctFiles(outputs.map(place), inputs.map(place), "Choose.");
  for (const name of ["soft.jsonl", "hard.jsonl"])
    await expect(require([name], ["read.jsonl"])).rejects.toThrow(
      `${place(name)} is the same file as ${place("read.jsonl")}, which is read by this run; it cannot be an output as well.`,
    );
  await expect(require(["later.json", "other.json"], [])).rejects.toThrow(
    `${place("other.json")} is the same file as ${place("later.json")}, which is an output too.`,
  );
  // two names of what is only read are fine
  await require(["later.json"], ["read.jsonl", "soft.jsonl", "read.jsonl"]);
});
