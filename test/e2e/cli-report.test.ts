import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exportJson } from "../../src/result/index.ts";
import { resultsOfEverySort } from "../../src/result/testing/results-of-every-sort.ts";
import { runCommand } from "./run-command.ts";
import { sampleProject } from "./sample-project.ts";

const info = { exportTimestamp: "2025-01-02T03:04:05.000Z", kareninaVersion: "0.1.0" };

async function projectWithResults() {
  const project = await sampleProject();
  const content = await Array.fromAsync(exportJson(resultsOfEverySort, info));
  await project.write("results.json", content.join(""));
  return project;
}

test("one command writes every form, and a file that exists is not replaced", async () => {
  await using project = await projectWithResults();
  const cwd = project.folder;
  const forms = ["r.html", "r.md", "r.xml", "r.json"];
  const outputs = forms.flatMap((file) => ["-o", file]);
  const first = await runCommand(["report", "results.json", ...outputs, "--title", "Every | sort"], { cwd });
  expect(first).toMatchObject({ code: 0, stderr: "" });
  for (const file of forms) expect(first.stdout).toContain(`Wrote ${join(cwd, file)}: `);
  const read = (file: string) => readFile(join(cwd, file), "utf8");
  expect(await read("r.md")).toMatch(/^## Every &#124; sort: /);
  const { overall, scenarios } = JSON.parse(await read("r.json"));
  const count = overall.results + scenarios.turns.overall.results;
  // one is a turn of a walk that has no record, and a turn is no case
  expect(await read("r.xml")).toContain(`tests="${count - 1}"`);
  const named = await Array.fromAsync(
    exportJson(resultsOfEverySort, { ...info, benchmark: { name: "Drug targets", fingerprint: "f" } }),
  );
  await project.write("named.json", named.join(""));
  await runCommand(["report", "named.json", "-o", "named.html", "-o", "named.md"], { cwd });
  expect(await read("named.html")).toContain("<title>Drug targets</title>");
  expect(await read("named.md")).toMatch(/^## Drug targets: /);
  await project.write("other.json", named.join(""));
  await runCommand(["report", "named.json", "other.json", "-o", "two.xml"], { cwd });
  expect((await read("two.xml")).match(/<testsuite name="[^"]*"/g)).toEqual([
    '<testsuite name="Drug targets (named.json)"',
    '<testsuite name="Drug targets (other.json)"',
  ]);
  const summary = await runCommand(["summary", "results.json", "--json"], { cwd });
  expect(JSON.parse(await read("r.json"))).toEqual(JSON.parse(summary.stdout));

  const again = await runCommand(["report", "results.json", "-o", "r.md"], { cwd });
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("r.md exists.") });
});

test.each([
  [[], "A report needs a file to write"],
  [["-o", "report.pdf"], "report.pdf does not say its form."],
  [["-o", "results.json", "--overwrite"], "results.json holds what it would be made of."],
  [["-o", "r.md", "-o", "./r.md"], "Two outputs are one file."],
  [["--step-summary"], "GITHUB_STEP_SUMMARY is not set."],
  [["results.json", "-o", "r.json"], "A summary as JSON is of one run."],
  [["-o", "r.md", "--gate", "no_broken"], "The gate no_broken compares with a baseline."],
])("refuses %j", async (args, message) => {
  await using project = await projectWithResults();
  const run = await runCommand(["report", "results.json", ...args], { cwd: project.folder });
  expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
});
