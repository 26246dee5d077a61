import { execFile } from "node:child_process";
import { mkdir, readFile, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { type ModelServer, startOpenAiServer } from "../../src/models/testing/index.ts";
import { VerificationResultSet } from "../../src/result/index.ts";
import { runCommand } from "./run-command.ts";
import { modelFlags, sampleProject, scripted } from "./sample-project.ts";

const root = resolve(import.meta.dirname, "../..");
const page = () => readFile(join(root, "docs/reusing-answers.md"), "utf8");
/** What the page calls the server of somebody. */
const address = "http://localhost:8000/v1";

/** The words of the page's commands, in their order. */
const commandsOf = (text: string, url: string) =>
  Array.from(text.matchAll(/^npx karenina (.+)$/gm), ([, line = ""]) =>
    line.replace(address, url).split(" "),
  );

const asked = ({ requests }: ModelServer, since: number) =>
  requests
    .slice(since)
    .map(({ body }) => body.model)
    .toSorted();

/** A project with a run in `run.jsonl`, and the presets that the page names. */
async function projectOfPage(server: ModelServer) {
  const project = await sampleProject(2);
  const first = await runCommand(
    ["verify", "benchmark.ts", ...modelFlags(server.url), "--output", "run.jsonl"],
    { cwd: project.folder },
  );
  expect(first).toMatchObject({ code: 0 });
  await mkdir(join(project.folder, "presets"));
  const models = (...names: readonly string[]) =>
    names.map((name) => ({ model_name: name, endpoint_base_url: server.url }));
  const preset = (answering: readonly string[]) =>
    JSON.stringify({ config: { answering_models: models(...answering), parsing_models: models("j") } });
  await project.write("presets/both-models.json", preset(["m", "n"]));
  await project.write("presets/fast.json", preset(["m"]));
  return project;
}

test("every command of the page does what the page says", async () => {
  await using server = await startOpenAiServer({ chat: scripted() });
  await using project = await projectOfPage(server);
  const calls: (readonly unknown[])[] = [];
  for (const args of commandsOf(await page(), server.url)) {
    const before = server.requests.length;
    const place = { cwd: project.folder, env: { XDG_CACHE_HOME: join(project.folder, "caches") } };
    expect(await runCommand(args, place)).toMatchObject({ code: 0 });
    calls.push(asked(server, before));
  }
  expect(calls).toEqual([
    ["qwen3", "qwen3"],
    ["j", "j", "qwen3", "qwen3"],
    ["j", "j", "n", "n"],
    ["j", "j", "m", "m"],
    [],
    [],
    [],
  ]);
});

test("the program of the page runs", async () => {
  await using server = await startOpenAiServer({ chat: scripted() });
  await using project = await projectOfPage(server);
  const blocks = Array.from((await page()).matchAll(/```ts\n([\s\S]*?)```/g), ([, block = ""]) => block);
  expect(blocks).toHaveLength(3);
  const model = (name: string) => `{ modelName: "${name}", endpointBaseUrl: "${server.url}" }`;
  await project.write(
    "program.ts",
    [
      'import { VerificationResultSet } from "karenina";',
      'import benchmark from "./benchmark.ts";',
      `const answeringModels = [${model("m")}, ${model("n")}];`,
      `const parsingModels = [${model("k")}];`,
      ...blocks,
      "console.log(again.length, wider.length);",
    ].join("\n"),
  );
  await mkdir(join(project.folder, "node_modules"));
  await symlink(root, join(project.folder, "node_modules/karenina"));
  await symlink(join(root, "node_modules/zod"), join(project.folder, "node_modules/zod"));
  const before = server.requests.length;
  const ran = await promisify(execFile)(process.execPath, ["program.ts"], { cwd: project.folder });
  expect(ran.stdout).toBe("2 4\n");
  const of = (name: string, times: number) => Array<string>(times).fill(name);
  // the judge about two answers, then about four with those of n, then all of it for the store
  expect(asked(server, before)).toEqual([...of("k", 2 + 4 + 4), ...of("m", 2), ...of("n", 2 + 2)]);
});

test("answers of an export in the form of the Python system are judged anew", async () => {
  await using server = await startOpenAiServer({ chat: scripted() });
  await using project = await projectOfPage(server);
  const place = { cwd: project.folder };
  const save = ["results", "save", "run.jsonl", "python.json", "--output-format", "karenina-2.2"];
  expect(await runCommand(save, place)).toMatchObject({ code: 0 });
  const before = server.requests.length;
  const flags = ["--base-url", server.url, "--parsing-model", "k", "--output", "again.jsonl"];
  const done = await runCommand(["verify", "benchmark.ts", "--answers-from", "python.json", ...flags], place);
  expect(done).toMatchObject({ code: 0 });
  expect(asked(server, before)).toEqual(["k", "k"]);
  const results = await VerificationResultSet.fromLog(join(project.folder, "again.jsonl"));
  const earlier = await VerificationResultSet.fromLog(join(project.folder, "run.jsonl"));
  for (const [at, result] of [...results].entries()) {
    expect(result.template?.rawLlmResponse).toBe(earlier.at(at)?.template?.rawLlmResponse);
    expect(result.metadata.reused?.resultId).toBe(earlier.at(at)?.metadata.resultId);
  }
});
