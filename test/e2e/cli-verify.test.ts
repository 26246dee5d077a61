import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { startOpenAiServer } from "../../src/models/testing/index.ts";
import { PythonExport } from "../../src/result/testing/python-schema.ts";
import { runCommand } from "./run-command.ts";
import { modelFlags, sampleProject, scripted } from "./sample-project.ts";

describe("a benchmark module in a folder of its own, a server named by flags alone", () => {
  test("runs, writes a log, and says where it is", async () => {
    await using project = await sampleProject();
    await using server = await startOpenAiServer({ chat: scripted({ wrong: [1] }) });
    const run = await runCommand(["verify", "benchmark.ts", ...modelFlags(server.url)], {
      cwd: project.folder,
    });
    expect(run).toMatchObject({ code: 0 });
    expect(run.stdout).toContain("2/3 67 %");
    const [log = ""] = await readdir(join(project.folder, "karenina-results"));
    expect(log).toMatch(/^sample-\d{8}T\d{6}Z-[0-9a-f]{6}\.jsonl$/);
    expect(run.stdout).toContain(`Results: karenina-results/${log}`);
    expect(run.stderr).toContain("Running 3 tasks");
    expect(new Set(server.requests.map(({ body }) => body.model))).toEqual(new Set(["m", "j"]));
  });

  test("exports in every format asked for; no log stays beside them", async () => {
    await using project = await sampleProject();
    await using server = await startOpenAiServer({ chat: scripted() });
    const flags = ["--output", "out.json", "--output", "out.csv", "--quiet", "--run-name", "nightly"];
    const run = await runCommand(["verify", "benchmark.ts", ...modelFlags(server.url), ...flags], {
      cwd: project.folder,
    });
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect((await readdir(project.folder)).sort()).toEqual(["benchmark.ts", "out.csv", "out.json"]);
    const json = JSON.parse(await readFile(join(project.folder, "out.json"), "utf8"));
    expect(json).toMatchObject({
      format_version: "karenina-1",
      metadata: {
        job_summary: { total_questions: 3, is_complete: true },
        verification_config: { answering_models: [{ model_name: "m" }] },
      },
    });
    expect(
      json.results.map((result: { metadata: { run_name: string } }) => result.metadata.run_name),
    ).toEqual(Array.from({ length: 3 }, () => "nightly"));
    expect((await readFile(join(project.folder, "out.csv"), "utf8")).split("\r\n")).toHaveLength(5);
  });

  test("exports as the Python system loads them, where something is exported", async () => {
    await using project = await sampleProject();
    await using server = await startOpenAiServer({ chat: scripted() });
    const cwd = project.folder;
    const flags = [...modelFlags(server.url), "--quiet", "--output-format", "karenina-2.2"];
    const outputs = ["--output", "out.json", "--output", "out.csv"];
    const run = await runCommand(["verify", "benchmark.ts", ...flags, ...outputs], { cwd });
    expect(run).toMatchObject({ code: 0, stderr: "" });
    const json = JSON.parse(await readFile(join(cwd, "out.json"), "utf8"));
    expect(PythonExport.safeParse(json).error?.issues).toBeUndefined();
    expect(json.results).toHaveLength(3);
    const table = await readFile(join(cwd, "out.csv"), "utf8");
    expect(table).toMatch(/^row_index,question_id,(?:.*\r\n){4}$/);
    const none = await runCommand(["verify", "benchmark.ts", ...flags, "--no-output"], { cwd });
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("for .json and .csv") });
  });

  test("questions can be chosen", async () => {
    await using project = await sampleProject(6);
    await using server = await startOpenAiServer({ chat: scripted() });
    const flags = [...modelFlags(server.url), "--no-output", "--json", "--quiet"];
    const chosen = async (...more: readonly string[]) => {
      const run = await runCommand(["verify", "benchmark.ts", ...flags, ...more], { cwd: project.folder });
      return JSON.parse(run.stdout).tasks.total;
    };
    expect(await chosen("--questions", "0-2,5")).toBe(4);
    expect(await chosen("--question-ids", "q1,q4", "--replicate-count", "2")).toBe(4);
    expect(await readdir(project.folder)).toEqual(["benchmark.ts"]);
  });

  test("the summary for programs has the members of its schema", async () => {
    await using project = await sampleProject(2);
    await using server = await startOpenAiServer({ chat: scripted({ wrong: [0] }) });
    const flags = [...modelFlags(server.url), "--replicate-count", "2", "--output", "out.json"];
    const cwd = project.folder;
    const asked = ["--fail-under", "50%", "--gate", "pass_rate min=50%", "--json", "--quiet"];
    const run = await runCommand(["verify", "benchmark.ts", ...flags, ...asked], { cwd });
    const printed = JSON.parse(run.stdout);
    const url = new URL("../../schemas/summary.schema.json", import.meta.url);
    const schema = JSON.parse(await readFile(url, "utf8"));
    expect(z.fromJSONSchema(schema).parse(printed)).toEqual(printed);
    const members = Object.fromEntries(schema.required.map((name: string) => [name, printed[name]]));
    expect(z.fromJSONSchema(schema).parse(members)).toEqual(members);
    expect(printed).toMatchObject({
      status: "completed",
      run: { questions: 2, replicates: 2 },
      overall: { pass_rate: { passed: 2, of: 4, clusters: 2 } },
      differences: [],
    });
    // an export does not say how many tasks its run had
    expect(JSON.parse((await runCommand(["summary", "out.json", "--json"], { cwd })).stdout)).toEqual({
      ...members,
      run: { ...printed.run, tasks: null },
    });
  });

  test("the summary says how far several judges agree, and what their verdicts hang on", async () => {
    await using project = await sampleProject(3);
    const [strict, lenient] = [scripted({ wrong: [0] }), scripted()];
    await using server = await startOpenAiServer({
      chat: (request, turn) => (request.body.model === "strict" ? strict : lenient)(request, turn),
    });
    const named = (name: string) => ({
      interface: "openai_endpoint",
      model_name: name,
      endpoint_base_url: server.url,
    });
    const config = { answering_models: [named("m")], parsing_models: ["strict", "lenient"].map(named) };
    await project.write("two.json", JSON.stringify({ name: "two judges", config }));
    const cwd = project.folder;
    const run = await runCommand(["verify", "benchmark.ts", "--preset", "two.json", "--output", "out.json"], {
      cwd,
    });
    expect(run).toMatchObject({ code: 0 });
    const said = / {2}Judges agree on 2 of 3 verdicts[\s\S]*?\n\n/.exec(run.stdout)?.[0];
    expect(said).toContain("Where they differ, so do fields: target in 1 of 1 (alpha 0.00)");
    expect((await runCommand(["summary", "out.json"], { cwd })).stdout).toContain(said);
    expect((await runCommand(["summary", "out.json", "--json"], { cwd })).stdout).not.toContain("agree");
  });

  test("what was recorded is replayed without the server", async () => {
    await using project = await sampleProject(2);
    const server = await startOpenAiServer({ chat: scripted({ wrong: [0] }) });
    const common = ["verify", "benchmark.ts", "--no-output", "--json", "--quiet"];
    const live = await runCommand([...common, ...modelFlags(server.url), "--record", "calls.jsonl"], {
      cwd: project.folder,
    });
    await server[Symbol.asyncDispose]();
    const replayed = await runCommand(
      [...common, "--answering-model", "m", "--parsing-model", "j", "--replay", "calls.jsonl"],
      { cwd: project.folder },
    );
    const outcomes = (run: { readonly stdout: string }) => JSON.parse(run.stdout).overall.outcomes;
    expect(outcomes(live)).toMatchObject({ pass: 1, wrong: 1 });
    expect(outcomes(replayed)).toEqual(outcomes(live));
  });

  test("prepared answers need no model under test", async () => {
    await using project = await sampleProject(1);
    await project.write(
      "answers.json",
      JSON.stringify({ answers: [{ question: "What is target 0?", answer: "T0" }] }),
    );
    await using server = await startOpenAiServer({ chat: scripted() });
    const flags = ["--manual-traces", "answers.json", "--parsing-model", "j", "--base-url", server.url];
    const run = await runCommand(["verify", "benchmark.ts", ...flags, "--no-output"], {
      cwd: project.folder,
    });
    expect(run).toMatchObject({ code: 0 });
    expect(server.requests.map(({ body }) => body.model)).toEqual(["j"]);
  });
});

describe("--fail-under", () => {
  test.each([
    ["0.6", 0, "Passed 2 of 3 tasks (66.7 %), at or above the 60 % asked for."],
    ["70%", 1, "error: Passed 2 of 3 tasks (66.7 %), below the 70 % asked for."],
  ])("%s ends with %i", async (rate, code, text) => {
    await using project = await sampleProject();
    await using server = await startOpenAiServer({ chat: scripted({ wrong: [1] }) });
    const flags = ["--no-output", "--fail-under", rate];
    const run = await runCommand(["verify", "benchmark.ts", ...modelFlags(server.url), ...flags], {
      cwd: project.folder,
    });
    expect(run.code).toBe(code);
    expect(run.stderr).toContain(text);
  });
});

test("--verbose has a line per task", async () => {
  await using project = await sampleProject(2);
  await using server = await startOpenAiServer({ chat: scripted({ wrong: [1] }) });
  const flags = ["--no-output", "--verbose", "--no-async"];
  const run = await runCommand(["verify", "benchmark.ts", ...modelFlags(server.url), ...flags], {
    cwd: project.folder,
  });
  expect(run.stderr).toMatch(/^pass q0 openai_endpoint:m \/ openai_endpoint:j /m);
  expect(run.stderr).toMatch(/^wrong q1 /m);
});
