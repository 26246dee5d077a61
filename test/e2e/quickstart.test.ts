import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  allTraits,
  Benchmark,
  benchmarkFingerprint,
  readJsonExport,
  resultToJson,
  rubricFromDefinition,
  VerificationResultSet,
} from "karenina";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import authored from "../../examples/quickstart/benchmark.ts";
import { runCommand, runProgram } from "./run-command.ts";

const folder = resolve(import.meta.dirname, "../../examples/quickstart");
const benchmarkFile = join(folder, "benchmark.jsonld");
const preset = join(folder, "offline.json");

let workingDirectory: string;
beforeAll(async () => {
  workingDirectory = await mkdtemp(join(tmpdir(), "karenina-quickstart-"));
});
afterAll(() => rm(workingDirectory, { recursive: true, force: true }));

describe("the quickstart", () => {
  test("runs offline and shows every outcome in its summary", async () => {
    const { code, stdout, stderr } = await runCommand(["verify", benchmarkFile, "--preset", preset], {
      cwd: workingDirectory,
    });
    expect(stderr).not.toMatch(/error:|at .*\.js:\d+/);
    expect(code).toBe(0);
    for (const text of [
      "14/17 82 % [59-94]",
      "+ pass 0.70     #10 Roughly how many protein-coding genes",
      "x wrong         #14 List the phases of mitosis in order.",
      "year: expected 1928, not stated",
      "- no answer     #16 What is the CAS registry number",
      "! judge failed  #17 Lack of which vitamin causes scurvy?",
      "concise             18  true 16/18 89 % [67-97]",
      "mechanism_coverage   1  precision 1.00, recall 0.67, f1 0.80",
      "tone                 1  warm 1",
    ]) {
      expect(stdout).toContain(text);
    }
  });

  test("leaves an export that can be shared and read without its benchmark", async () => {
    const outputs = ["--output", "out.json", "--output", "out.csv", "--formulas", "keep"];
    const args = ["verify", benchmarkFile, "--preset", preset, ...outputs];
    expect(await runCommand(args, { cwd: workingDirectory })).toMatchObject({ code: 0 });
    const file = join(workingDirectory, "out.json");
    const text = await readFile(file, "utf8");
    for (const place of [folder, workingDirectory, process.cwd()]) expect(text).not.toContain(place);
    const { metadata } = JSON.parse(text);
    const { start_time, end_time, total_duration } = metadata.job_summary;
    expect(total_duration).toBe((Date.parse(end_time) - Date.parse(start_time)) / 1000);
    const set = await VerificationResultSet.fromJson(file);
    const read = rubricFromDefinition(set.header?.toJSON().rubricDefinition);
    expect(allTraits(read).map(({ name }) => name)).toEqual(
      expect.arrayContaining(Object.values(set.getTraitNames()).flat()),
    );
    const rows = join(workingDirectory, "rows.jsonl");
    await writeFile(rows, set.results.map((result) => `${JSON.stringify(resultToJson(result))}\n`).join(""));
    expect((await readJsonExport(rows)).results).toEqual(set.results);
  });

  test("gives programs the same figures", async () => {
    const { stdout } = await runCommand(
      ["verify", benchmarkFile, "--preset", preset, "--json", "--no-output"],
      {
        cwd: workingDirectory,
      },
    );
    expect(JSON.parse(stdout)).toMatchObject({
      status: "completed",
      tasks: { total: 19, finished: 19 },
      overall: {
        outcomes: {
          pass: 14,
          wrong: 2,
          no_answer: 1,
          judge_failed: 1,
          infrastructure_failed: 0,
          not_evaluable: 0,
          unscored: 1,
        },
        granular: { partial: 3 },
      },
    });
  });

  test("judges rubrics alone with the same recordings", async () => {
    const rubricOnly = join(folder, "rubric-only.json");
    const { code, stdout } = await runCommand(
      ["verify", benchmarkFile, "--preset", rubricOnly, "--no-output"],
      {
        cwd: workingDirectory,
      },
    );
    expect(code).toBe(0);
    expect(stdout).toContain("concise             19  true 17/19");
    expect(stdout).not.toContain("Pass rate");
  });

  test("uses at least ten primitives and several field types", () => {
    const fields = [...authored].flatMap(({ template }) =>
      template?.kind === "native" ? template.template.fields : [],
    );
    const primitives = new Set(fields.map(({ verification }) => verification?.verifyWith.type));
    expect(primitives.size).toBeGreaterThanOrEqual(10);
    const types = new Set(fields.map(({ schema }) => (schema.enum ? "enum" : String(schema.type))));
    expect([...types].sort()).toEqual(["array", "boolean", "enum", "integer", "number", "string"]);
  });

  test("is saved as it is authored", async () => {
    const fresh = join(workingDirectory, "fresh.jsonld");
    await runProgram(join(folder, "build.ts"), fresh);
    const fingerprints = [benchmarkFile, fresh].map(async (file) => {
      const { content } = await Benchmark.load(file);
      return benchmarkFingerprint(content);
    });
    const [saved, authoredNow] = await Promise.all(fingerprints);
    expect(saved).toBe(authoredNow);
  });

  test("holds no path or address of the machine it was recorded on", async () => {
    for (const name of ["judge.jsonl", "answers.json", "benchmark.jsonld", "offline.json"]) {
      expect(await readFile(join(folder, name), "utf8")).not.toMatch(
        /127\.0\.0\.1|localhost|\/home\/|\/work\//,
      );
    }
  });
});
