import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startOpenAiServer } from "../../src/models/testing/index.ts";
import { runCommand } from "./run-command.ts";
import { modelFlags, sampleProject, scripted } from "./sample-project.ts";

/** A server for chat whose judge reads the only answer wrongly, and one for vectors that finds all texts alike. */
async function servers() {
  const chat = scripted({ wrong: [0] });
  const models = await startOpenAiServer({ chat });
  const vectors = await startOpenAiServer({ embed: (texts) => texts.map(() => [1, 0]) });
  const both = await startOpenAiServer({ chat, embed: (texts) => texts.map(() => [1, 0]) });
  return {
    models,
    vectors,
    both,
    async [Symbol.asyncDispose]() {
      for (const server of [models, vectors, both]) await server[Symbol.asyncDispose]();
    },
  };
}

const resultIn = async (folder: string) =>
  JSON.parse(await readFile(join(folder, "out.json"), "utf8")).results[0].template;

test("the embedding check runs by flags alone, with a server and a key of its own", async () => {
  await using project = await sampleProject(1);
  await using served = await servers();
  const { models, vectors } = served;
  const flags = [
    "--embedding-check",
    "--embedding-base-url",
    vectors.url,
    "--embedding-api-key-env",
    "VECTOR_KEY",
  ];
  const run = await runCommand(
    [
      "verify",
      "benchmark.ts",
      ...modelFlags(models.url),
      ...flags,
      "--embedding-model",
      "small",
      "--output",
      "out.json",
    ],
    { cwd: project.folder, env: { VECTOR_KEY: "vector-secret" } },
  );
  expect(run).toMatchObject({ code: 0, stderr: expect.not.stringContaining("has no effect") });
  expect(vectors.requests[0]).toMatchObject({
    path: expect.stringMatching(/\/embeddings$/),
    headers: { authorization: "Bearer vector-secret" },
    body: { model: "small" },
  });
  expect(await resultIn(project.folder)).toMatchObject({
    embedding_check_performed: true,
    embedding_model_used: "small",
  });
});

test("--base-url serves the embedding check where nobody else is named", async () => {
  await using project = await sampleProject(1);
  await using served = await servers();
  const { both } = served;
  const run = await runCommand(
    ["verify", "benchmark.ts", ...modelFlags(both.url), "--embedding-check", "--output", "out.json"],
    { cwd: project.folder },
  );
  expect(run.code).toBe(0);
  expect(await resultIn(project.folder)).toMatchObject({ embedding_check_performed: true });
});

test("the environment names a server, and a flag wins over it", async () => {
  await using project = await sampleProject(1);
  await using served = await servers();
  const { models, vectors } = served;
  const args = ["verify", "benchmark.ts", ...modelFlags(models.url), "--output", "out.json", "--overwrite"];
  const env = { EMBEDDING_CHECK: "true", EMBEDDING_CHECK_BASE_URL: vectors.url };
  expect(await runCommand(args, { cwd: project.folder, env })).toMatchObject({ code: 0 });
  expect(vectors.requests).toHaveLength(1);
  const nowhere = { ...env, EMBEDDING_CHECK_BASE_URL: "http://127.0.0.1:9/v1" };
  const flagged = [...args, "--embedding-base-url", vectors.url];
  expect(await runCommand(flagged, { cwd: project.folder, env: nowhere })).toMatchObject({ code: 0 });
  expect(vectors.requests).toHaveLength(2);
  const wrong = { ...env, EMBEDDING_CHECK_BASE_URL: "user:secret@h" };
  const refused = await runCommand(args, { cwd: project.folder, env: wrong });
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("EMBEDDING_CHECK_BASE_URL: expected an http"),
  });
  expect(refused.stderr).not.toContain("secret");
});

test("a server that nobody names is asked for by its flag, and preset save writes it", async () => {
  await using project = await sampleProject(1);
  const cwd = project.folder;
  const sides = ["--answering-base-url", "http://h/v1", "--parsing-base-url", "http://h/v1"];
  const models = [...sides, "--answering-model", "m", "--parsing-model", "j"];
  const open = await runCommand(["verify", "benchmark.ts", ...models, "--embedding-check"], { cwd });
  expect(open).toMatchObject({ code: 2, stderr: expect.stringContaining("--embedding-base-url") });
  const flags = [
    "--embedding-check",
    "--embedding-base-url",
    "http://h/v1",
    "--embedding-api-key-env",
    "MY_KEY",
  ];
  expect(await runCommand(["preset", "save", "mine", ...models, ...flags], { cwd })).toMatchObject({
    code: 0,
  });
  expect(JSON.parse(await readFile(join(cwd, "presets", "mine.json"), "utf8")).config).toMatchObject({
    embedding_check_enabled: true,
    embedding_check_base_url: "http://h/v1",
    embedding_check_api_key_env: "MY_KEY",
  });
});
