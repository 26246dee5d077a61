import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type OpenAiScript, startOpenAiServer } from "../../src/models/testing/index.ts";
import { runCommand } from "./run-command.ts";
import { modelFlags, type SampleProject, sampleProject } from "./sample-project.ts";

const benchmarkModule = `
import { answerTemplate, Benchmark, callableTrait, exactMatch, llmTrait, metricTrait, regexTrait, verified } from "karenina";
import * as z from "zod";

const benchmark: Benchmark = Benchmark.create({ name: "Qualities", version: "1.0.0" });
benchmark.addQuestion({
  id: "q0",
  question: "What is the target?",
  rawAnswer: "BCL2",
  template: answerTemplate({
    target: verified(z.string(), { description: "The target", groundTruth: "BCL2", verifyWith: exactMatch() }),
  }),
  rubric: [regexTrait({ name: "cites", pattern: String.raw\`\\[1\\]\` })],
});
benchmark.addQuestion({ id: "q1", question: "Why?", rawAnswer: "It binds." });
benchmark.setGlobalRubric([
  llmTrait({ name: "polite", description: "Is it polite?", kind: "boolean" }),
  callableTrait({ name: "short", kind: "boolean", evaluate: (text) => text.length < 40 }),
  metricTrait({ name: "effects", metrics: ["precision", "recall"], tpInstructions: ["nausea", "fever"] }),
]);
export default benchmark;
`;

const fill: NonNullable<OpenAiScript["chat"]> = ({ body }) => {
  const asked = JSON.stringify(body.response_format ?? "");
  if (asked === '""') return "It is BCL2. [1]";
  if (asked.includes('"target"')) return JSON.stringify({ target: "BCL2" });
  if (asked.includes('"tp"')) return JSON.stringify({ tp: ["nausea"], fn: ["fever"], fp: [], tn: [] });
  if (asked.includes('"result"')) return JSON.stringify({ result: true });
  return JSON.stringify({ scores: { polite: true } });
};

async function qualities(): Promise<SampleProject> {
  const project = await sampleProject();
  await project.write("benchmark.ts", benchmarkModule);
  return project;
}

const verify = (project: SampleProject, url: string, ...flags: readonly string[]) =>
  runCommand(["verify", "benchmark.ts", ...modelFlags(url), "--quiet", ...flags], { cwd: project.folder });

describe("evaluation modes", () => {
  test("template_and_rubric: both in the exports, with what the scores mean", async () => {
    await using project = await qualities();
    await using server = await startOpenAiServer({ chat: fill });
    const outputs = ["--output", "out.json", "--output", "out.csv"];
    const run = await verify(project, server.url, "--evaluation-mode", "template_and_rubric", ...outputs);
    expect(run).toMatchObject({ code: 0 });
    expect(run.stderr).toBe("warning: 1 question without a template (q1); nothing can be verified there.\n");
    expect(run.stdout).toContain("polite");
    const json = JSON.parse(await readFile(join(project.folder, "out.json"), "utf8"));
    expect(json.shared_data.rubric_definition).toMatchObject({
      llm_traits: [{ name: "polite" }],
      metric_traits: [{ name: "effects" }],
    });
    expect(json.metadata.verification_config).toMatchObject({ evaluation_mode: "template_and_rubric" });
    expect(json.results.map(({ rubric }: { rubric: object }) => rubric)).toMatchObject([
      {
        llm_trait_scores: { polite: true },
        regex_trait_scores: { cites: true },
        callable_trait_scores: { short: true },
        metric_trait_scores: { effects: { precision: 1, recall: 0.5 } },
      },
      { llm_trait_scores: { polite: true } },
    ]);
    const [header = ""] = (await readFile(join(project.folder, "out.csv"), "utf8")).split("\r\n");
    expect(header.split(",").filter((name) => name.startsWith("rubric_"))).toEqual(
      expect.arrayContaining(["rubric_polite", "rubric_short", "rubric_effects"]),
    );
    expect(header).not.toContain("rubric_cites");
  });

  test("rubric_only succeeds without a verdict, and has none to count", async () => {
    await using project = await qualities();
    await using server = await startOpenAiServer({ chat: fill });
    const flags = ["--evaluation-mode", "rubric_only", "--rubric-traits", "polite,cites", "--no-output"];
    const run = await verify(project, server.url, ...flags, "--json");
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(run.stdout).overall).toMatchObject({ outcomes: { unscored: 2 }, rubric_evaluated: 2 });
    // an answer and one call for the judged trait, per question
    expect(server.requests).toHaveLength(4);
    const counted = await verify(project, server.url, ...flags, "--fail-under", "1");
    expect(counted).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--fail-under counts verdicts"),
    });
  });

  test("a preset's mode stays unless a flag says otherwise", async () => {
    await using project = await qualities();
    await using server = await startOpenAiServer({ chat: fill });
    const save = [
      "preset",
      "save",
      "Qualities",
      ...modelFlags(server.url),
      "--evaluation-mode",
      "rubric_only",
    ];
    await runCommand([...save, "--rubric-strategy", "sequential"], { cwd: project.folder });
    const calls = async (...flags: readonly string[]) => {
      const before = server.requests.length;
      const args = ["verify", "benchmark.ts", "--preset", "qualities", "--no-output", "--question-ids", "q0"];
      await runCommand([...args, ...flags], { cwd: project.folder });
      return server.requests.length - before;
    };
    expect(await calls()).toBe(3);
    expect(await calls("--evaluation-mode", "template_only")).toBe(2);
  });
});

describe("before any model is asked", () => {
  test.each([
    [["--rubric-traits", "polit"], 2, 'the benchmark has no trait "polit"; did you mean "polite"?'],
    [["--rubric-traits", ","], 2, "Expected names, separated by commas."],
    [["--few-shot", "some"], 2, "Allowed choices are off, all, k-shot, custom"],
    [["--use-full-trace-for-rubric", "--use-final-message-for-rubric"], 2, "cannot be used with"],
  ])("%j ends with %i", async (flags, code, message) => {
    await using project = await qualities();
    await using server = await startOpenAiServer({ chat: fill });
    const run = await verify(project, server.url, "--evaluation-mode", "rubric_only", ...flags);
    expect(run).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(message) });
    expect(server.requests).toHaveLength(0);
  });

  test("names that stand twice in a file are listed", async () => {
    await using project = await qualities();
    await using server = await startOpenAiServer({ chat: fill });
    const { Benchmark } = await import("../../src/verify/index.ts");
    const { llmTrait } = await import("../../src/rubric/index.ts");
    const benchmark = Benchmark.create({ name: "Twice" });
    const trait = (name: string) => llmTrait({ name, description: "Is it so?", kind: "boolean" });
    for (const id of ["a", "b"])
      benchmark.addQuestion({ id, question: `${id}?`, rawAnswer: "x", rubric: [trait("own")] });
    benchmark.addGlobalTrait(trait("shared"));
    const file = await benchmark.save(join(project.folder, "twice.jsonld"));
    await project.write("twice.jsonld", (await readFile(file, "utf8")).replaceAll('"own"', '"shared"'));
    const flags = [...modelFlags(server.url), "--evaluation-mode", "template_and_rubric"];
    const run = await runCommand(["verify", "twice.jsonld", ...flags], { cwd: project.folder });
    expect(run.code).toBe(1);
    expect(run.stderr).toContain(`"shared" (llm) stands in the benchmark's rubric and the question's: a, b`);
    expect(server.requests).toHaveLength(0);
    const checked = await runCommand(["benchmark", "validate", "twice.jsonld"], { cwd: project.folder });
    expect(checked).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('"shared" is used more than once'),
    });
    expect((await readdir(project.folder)).sort()).toEqual(["benchmark.ts", "twice.jsonld"]);
  });
});
