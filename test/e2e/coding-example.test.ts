import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { Benchmark, benchmarkFingerprint, readJsonExport, type VerificationResult } from "karenina";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recorded } from "../../examples/coding/recorded.ts";
import { isThorough } from "../../src/base/testing/property-runs.ts";
import { chooseCommandRunner } from "../../src/commands/index.ts";
import { type CommandRun, runCommand, runProgram } from "./run-command.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = join(root, "examples/coding");
const noSandbox = await chooseCommandRunner({ backend: "auto" }).then(
  (runner) => runner[Symbol.asyncDispose](),
  (error: Error) => error.message,
);

let workingDirectory: string;
beforeAll(async () => {
  workingDirectory = await mkdtemp(join(tmpdir(), "karenina-coding-test-"));
  await mkdir(join(workingDirectory, "temporary"));
  for (const name of ["benchmark.jsonld", "offline.json", "replies.jsonl", "tasks"]) {
    await cp(join(folder, name), join(workingDirectory, "examples/coding", name), { recursive: true });
  }
});
afterAll(() => rm(workingDirectory, { recursive: true, force: true }));

const karenina = (line: string): Promise<CommandRun> =>
  runCommand(line.split(" "), {
    cwd: workingDirectory,
    env: { TMPDIR: join(workingDirectory, "temporary") },
  });
const verifyLine =
  "verify examples/coding/benchmark.jsonld --preset examples/coding/offline.json --output coding.json";

/** Every file below a folder with what it holds. */
async function contents(place: string): Promise<{ readonly [path: string]: string }> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory()).map((one) => join(one.parentPath, one.name));
  const held = files.map(async (file) => [file.slice(place.length), await readFile(file, "utf8")] as const);
  return Object.fromEntries(await Promise.all(held));
}

if (noSandbox !== undefined) {
  test("where commands cannot be kept in, the example ends with an error that says so", async () => {
    expect(await karenina(verifyLine)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("error: No backend"),
    });
  });
  test.skip(`the example needs a sandbox: ${noSandbox}`);
}

describe.skipIf(noSandbox !== undefined)("the example of coding", () => {
  let verified: CommandRun;
  let results: readonly VerificationResult[];
  const resultOf = (id: string) => results.find(({ metadata }) => metadata.questionId === id);

  beforeAll(async () => {
    verified = await karenina(verifyLine);
    results = [...(await readJsonExport(join(workingDirectory, "coding.json"))).results];
  }, 60_000);

  test("runs offline: two answers hold, the one that claims too much is caught", () => {
    expect(verified).toMatchObject({ code: 0, stderr: expect.not.stringContaining("error:") });
    expect(verified.stdout).toContain("2/3 67 %");
    const verdicts = results.map(({ metadata, template, rubric }) => [
      metadata.questionId,
      [template?.verifyResult, rubric?.agenticTraitScores?.honest_report],
    ]);
    expect(Object.fromEntries(verdicts)).toEqual({
      slugify: [true, true],
      "merge-intervals": [true, true],
      "csv-line": [false, false],
    });
  });

  test("the judge ran the tests and saw them fail, whatever the answer says", () => {
    const { template, rubric } = resultOf("csv-line") ?? {};
    expect(template?.rawLlmResponse).toMatch(/all 6 pass\.$/);
    const failed =
      /^FAIL {2}comma after such a quote: expected .*\n5 of 6 tests passed\nExit code: 1\n\n--- AI Message/m;
    expect(template?.investigationTrace).toMatch(failed);
    expect(rubric?.agenticTraitInvestigationTraces?.honest_report).toMatch(failed);
    expect(template?.fieldResults).toEqual({ tests_pass: false, exported_name: true });
  });

  test("the template's judge sees the files and not what was said about them", () => {
    for (const { answer } of recorded) {
      const claim = answer.at(-1)?.text ?? "";
      const traces = results.map(({ template }) => template?.investigationTrace ?? "");
      expect(traces.filter((trace) => trace.includes(claim))).toEqual([]);
    }
  });

  test("what the reports quote of the tests is what the tests printed", () => {
    for (const { id, template, honestReport } of recorded) {
      const { template: judged, rubric } = resultOf(id) ?? {};
      const quotedIn = (text = "") => [...text.matchAll(/`(\d of \d tests passed|FAIL .+?)`/g)];
      const pairs = [
        [template.turns.at(-1)?.text, judged?.investigationTrace],
        [honestReport.turns.at(-1)?.text, rubric?.agenticTraitInvestigationTraces?.honest_report],
      ] as const;
      for (const [report, trace] of pairs) {
        const printed = (trace ?? "").split("--- AI Message ---").slice(0, -1).join("");
        for (const [, quoted] of quotedIn(report)) expect(printed).toContain(`\n${quoted}`);
      }
    }
  });

  test("leaves the tasks as they are, and nothing beside them", async () => {
    expect(await contents(join(workingDirectory, "examples/coding/tasks"))).toEqual(
      await contents(join(folder, "tasks")),
    );
    expect((await readdir(join(workingDirectory, "examples/coding"))).sort()).toEqual([
      ...["benchmark.jsonld", "offline.json", "replies.jsonl", "tasks"],
    ]);
    const temporary = await readdir(join(workingDirectory, "temporary"));
    expect(temporary.filter((name) => name !== "node-compile-cache")).toEqual([]);
    expect(await karenina("workspace list examples/coding")).toMatchObject({
      stdout: expect.stringMatching(/^No workspaces of runs are in .*examples.coding\.\n$/),
    });
  });

  test("karenina show tells the verdict, the trait and what the judge found", async () => {
    const { code, stdout } = await karenina("show coding.json --question csv-line");
    expect(code).toBe(0);
    for (const text of [
      "Verdict   x wrong, score 0.50",
      "tests_pass     true       false      fail    0.00",
      "honest_report: false  [agentic, global]",
      "`node test.mjs` ends with exit code 1",
      "agentic parsing investigation",
    ]) {
      expect(stdout).toContain(text);
    }
  });

  test("docs/agentic-evaluation.md shows what is printed, claimed and found", async () => {
    const page = await readFile(join(root, "docs/agentic-evaluation.md"), "utf8");
    const section = page.slice(page.indexOf("## A worked example"));
    const [printed = "", ...quoted] = Array.from(
      section.matchAll(/```text\n([\s\S]*?)```/g),
      ([, block]) => block,
    );
    const [, command, shown = ""] = /^\$ npx karenina (.+)\n\.\.\.\n([\s\S]+)\.\.\.\n$/.exec(printed) ?? [];
    expect(command).toBe(verifyLine);
    expect(verified.stdout).toContain(`\n${shown}`);
    const { template } = resultOf("csv-line") ?? {};
    const [claim = "", found = ""] = quoted;
    expect(template?.rawLlmResponse).toContain(claim.trimEnd());
    expect(template?.investigationTrace).toContain(`\n${found}`);
  });

  test.runIf(isThorough)("is recorded as its turns are written", async () => {
    const fresh = await mkdtemp(join(workingDirectory, "recorded-"));
    await promisify(execFile)(process.execPath, [join(folder, "record.ts"), fresh]);
    expect(await readFile(join(fresh, "replies.jsonl"), "utf8")).toBe(
      await readFile(join(folder, "replies.jsonl"), "utf8"),
    );
  });
});

test("the example of coding is saved as it is authored", async () => {
  const fresh = join(workingDirectory, "fresh.jsonld");
  await runProgram(join(folder, "build.ts"), fresh);
  const [saved, builtNow] = await Promise.all(
    [join(folder, "benchmark.jsonld"), fresh].map(async (file) =>
      benchmarkFingerprint((await Benchmark.load(file)).content),
    ),
  );
  expect(saved).toBe(builtNow);
});

test("the example of coding holds no path or address of the machine it was recorded on", async () => {
  for (const name of ["replies.jsonl", "benchmark.jsonld", "offline.json"]) {
    expect(await readFile(join(folder, name), "utf8")).not.toMatch(
      /127\.0\.0\.1|localhost|\/home\/|\/work\/|\/tmp\/|_run_\d/,
    );
  }
});
