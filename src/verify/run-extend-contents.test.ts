import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import type { ModelConfig } from "../config/settings/model-config.ts";
import type { VerificationResultSet } from "../result/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { Benchmark } from "./benchmark.ts";
import type { RunVerificationOptions } from "./run-options.ts";
import { judgeLlm } from "./testing/own-model-run.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "contents-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const template = answerTemplate({
  target: verified(z.string(), { description: "Target", groundTruth: "BCL2", verifyWith: exactMatch() }),
});

/** A run of one question about the folder `task`; what is told of reuse, and whether the result is an earlier one. */
async function run(
  model: ModelConfig,
  options: RunVerificationOptions = {},
  root: string | undefined = folder,
) {
  const benchmark = Benchmark.create({ name: "Contents" });
  benchmark.addQuestion({ id: "q", question: "Which?", rawAnswer: "BCL2", template, workspacePath: "task" });
  if (root !== "") benchmark.workspaceRoot = root;
  const told: string[] = [];
  const results: VerificationResultSet = await benchmark.runVerification(
    { answeringModels: [model], parsingModels: [{ id: "judge", llm: judgeLlm(1) }] },
    { environment: { PATH: process.env.PATH }, warn: (text) => told.push(text), ...options },
  );
  return { results, told, reused: results.at(0)?.metadata.reused?.what ?? null };
}

const file = async (name: string, text: string) => {
  await mkdir(path.join(folder, path.dirname(name)), { recursive: true });
  await writeFile(path.join(folder, name), text);
};

const app: ModelConfig = { id: "app", answer: async () => "It is BCL2." };

test("an answer is another one once the files of its question have changed", async () => {
  await file("task/deep/note.txt", "one");
  const { results } = await run(app);
  expect((await run(app, { extend: results })).reused).toBe("result");
  await file("task/deep/note.txt", "two");
  await expect(run(app, { extend: results })).rejects.toThrow(
    "with other settings, files or variables, or by a version that did not note them: q.",
  );
  const judged = await run(app, { answersFrom: results });
  expect(judged.reused).toBe("answer");
  expect(judged.told.at(-1)).toBe(
    "1 answer to a question with files; whether these have changed since is not known: q.",
  );
});

test("says that a run has not noted the files of its questions", async () => {
  await file("task/note.txt", "one");
  const { results } = await run(app, {}, "");
  await expect(run(app, { extend: results })).rejects.toThrow(
    "as the run did not note what the files and variables held that the answer rests on: q.",
  );
});

test("a program is known by what its files hold and what its variables stand for, but for keys", async () => {
  await file("task/note.txt", "one");
  const code = (text: string) =>
    file(
      "app.mjs",
      `process.stdin.once("data", () => console.log(JSON.stringify({ text: ${JSON.stringify(text)} })));`,
    );
  await code("It is BCL2.");
  const command = `MODE=$MODE TOKEN=$APP_TOKEN "${process.execPath}" "${path.join(folder, "app.mjs")}"`;
  const variables = (MODE: string, APP_TOKEN: string) => ({
    environment: { PATH: process.env.PATH, MODE, APP_TOKEN },
  });
  const program: ModelConfig = { id: "app", command };
  const { results: extend } = await run(program, variables("fast", "a-key-of-mine-1"));
  const reusedWith = (mode: string, token: string) =>
    run(program, { extend, ...variables(mode, token) }).then(({ reused }) => reused, String);
  expect(await reusedWith("fast", "another-key-0001")).toBe("result");
  expect(await reusedWith("slow", "a-key-of-mine-1")).toContain("Nothing of the run");
  await code("It is BCL2, edited.");
  expect(await reusedWith("fast", "a-key-of-mine-1")).toContain("Nothing of the run");
});

test("a store of replies keeps nothing that a program said", async () => {
  await file("app.mjs", `process.stdin.once("data", () => console.log('{"text":"first"}'));`);
  await file("task/note.txt", "one");
  const program: ModelConfig = {
    id: "app",
    command: `"${process.execPath}" "${path.join(folder, "app.mjs")}"`,
  };
  const cache = path.join(folder, "cache");
  await run(program, { cache });
  await file("app.mjs", `process.stdin.once("data", () => console.log('{"text":"second"}'));`);
  const { results } = await run(program, { cache });
  expect(results.at(0)?.template?.rawLlmResponse).toBe("second");
});
