import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startOpenAiServer } from "../../src/models/testing/index.ts";
import { runCommand } from "./run-command.ts";
import { modelFlags, sampleProject, scripted } from "./sample-project.ts";

test("results of a run that was killed are nowhere taken for the whole", async () => {
  await using project = await sampleProject(4);
  const cwd = project.folder;
  await using server = await startOpenAiServer({ chat: scripted() });
  const run = (...args: readonly string[]) => runCommand([...args], { cwd });
  const verify = ["verify", "benchmark.ts", ...modelFlags(server.url), "--quiet"];
  const ran = await run(...verify, "--output", "whole.jsonl");
  expect(ran).toMatchObject({ code: 0 });
  expect(ran.stdout).not.toContain("did not end");

  const lines = (await readFile(join(cwd, "whole.jsonl"), "utf8")).split("\n");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ tasks: 4 });
  await project.write("killed.jsonl", `${lines.slice(0, 3).join("\n")}\n`);
  const said = "2 of 4 tasks have a result: the run did not end";
  const gate = ["--gate", "pass_rate min=10%"];

  const summary = await run("summary", "killed.jsonl", ...gate);
  expect(summary.stdout).toContain(`  ${said}.\n  2 results of 2 questions`);
  expect(summary.stdout).toMatch(
    /pass_rate at least 10 %: .*; the data do not suffice to tell; 2 of 4 tasks/,
  );
  expect(summary).toMatchObject({ code: 1, stderr: expect.stringContaining(`1 of 1 gate was not met: `) });
  expect(summary.stderr).toContain(said);
  expect(await run("summary", "killed.jsonl", ...gate, "--allow-unfinished")).toMatchObject({ code: 0 });
  const reported = ["report", "killed.jsonl", "-o", "gates.md", ...gate];
  expect(await run(...reported)).toMatchObject({ code: 1, stderr: expect.stringContaining(said) });
  expect(await run(...reported, "--overwrite", "--allow-unfinished")).toMatchObject({ code: 0 });
  const whole = await run("summary", "whole.jsonl", ...gate);
  expect(whole.stdout).not.toMatch(/did not end|do not suffice/);
  const json = await run("summary", "killed.jsonl", ...gate, "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({
    run: { tasks: 4 },
    overall: { results: 2 },
    gates: [{ met: false, conclusive: false, notes: [said], problem: said }],
  });

  const outputs = ["-o", "r.md", "-o", "r.html", "-o", "r.json"];
  const report = await run("report", "killed.jsonl", ...outputs, "--baseline", "whole.jsonl");
  expect(report).toMatchObject({ code: 0 });
  expect(await readFile(join(cwd, "r.md"), "utf8")).toContain(`\n**${said}**\n`);
  expect(await readFile(join(cwd, "r.html"), "utf8")).toContain(`"unfinished":"${said}"`);
  expect(JSON.parse(await readFile(join(cwd, "r.json"), "utf8"))).toMatchObject({ run: { tasks: 4 } });

  const compare = await run("compare", "killed.jsonl", "whole.jsonl", "--fail-on-broken");
  expect(compare.code).toBe(1);
  expect(
    await run("compare", "killed.jsonl", "whole.jsonl", "--fail-on-broken", "--allow-unfinished"),
  ).toMatchObject({ code: 0 });
  expect(compare.stderr).toContain(`killed.jsonl: ${said}.`);
  expect(compare.stdout).toMatch(
    /no_broken .*; the data do not suffice to tell; killed\.jsonl: 2 of 4 tasks/,
  );
  const baseline = ["--baseline", "killed.jsonl", "--gate", "no_new_failures"];
  const against = await run("summary", "whole.jsonl", ...baseline);
  expect(against.stderr).toContain(`killed.jsonl: ${said}.`);

  expect(await run("results", "save", "killed.jsonl", "part.json")).toMatchObject({
    code: 0,
    stderr: `warning: killed.jsonl: ${said}.\n`,
  });
  expect((await run("summary", "part.json")).stdout).toContain(said);
  const silent = {
    csv: ["results", "save", "killed.jsonl", "part.csv"],
    python: ["results", "save", "killed.jsonl", "python.json", "--output-format", "karenina-2.2"],
    table: ["results", "save", "killed.jsonl", "fields.jsonl", "--table", "fields"],
  };
  for (const args of Object.values(silent))
    expect(await run(...args)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^warning: killed\.jsonl: 2 of 4 tasks .*; .* not say so\.\n/),
    });
  const python = JSON.parse(await readFile(join(cwd, "python.json"), "utf8"));
  expect(python.metadata).toMatchObject({
    job_summary: { start_time: expect.stringMatching(/Z$/), end_time: null, is_complete: false },
  });
  expect(python.metadata).not.toHaveProperty("tasks");
  await run("report", "killed.jsonl", "-o", "r.xml");
  expect(await readFile(join(cwd, "r.xml"), "utf8")).toMatch(
    /tests="3" failures="0" errors="1"[\s\S]*<error message="2 of 4 tasks have a result: the run did not end" type="unfinished"\/>/,
  );

  const asked = "select count(*) from results";
  for (const args of [
    ["query", "killed.jsonl", asked],
    ["query", "killed.jsonl", asked, "--format", "json"],
    ["query", "killed.jsonl", asked, "-o", "count.parquet"],
    ["query", "killed.jsonl", asked, "-o", "count.csv"],
    ["query", "part.json", asked],
    ["show", "killed.jsonl"],
    ["show", "killed.jsonl", "--json"],
  ])
    expect(await run(...args)).toMatchObject({ code: 0, stderr: `warning: ${args[1]}: ${said}.\n` });
  for (const args of [
    ["query", "whole.jsonl", asked],
    ["show", "whole.jsonl"],
  ])
    expect(await run(...args)).toMatchObject({ code: 0, stderr: "" });

  const resumed = await run("verify", "--resume", "killed.jsonl", "--trust-log", "--quiet");
  expect(resumed).toMatchObject({ code: 0 });
  const after = await run("summary", "killed.jsonl");
  expect(after.stdout).toContain("4 results of 4 questions");
  expect(after.stdout).not.toContain("did not end");
});

test("results that cannot be read are told, and meet no gate unless that is allowed", async () => {
  await using project = await sampleProject(4);
  const cwd = project.folder;
  await using server = await startOpenAiServer({ chat: scripted() });
  const run = (...args: readonly string[]) => runCommand([...args], { cwd });
  const verify = ["verify", "benchmark.ts", ...modelFlags(server.url), "--quiet"];
  expect(await run(...verify, "--output", "whole.jsonl", "--output", "whole.json")).toMatchObject({
    code: 0,
  });
  const gate = ["--gate", "pass_rate min=10%"];
  const said = "3 of 4 tasks have a result: 1 result cannot be read";
  const damaged = (text: string) => text.replace(/"verify_result":\s*(true|false)/, '"verify_result":"yes"');

  const log = (await readFile(join(cwd, "whole.jsonl"), "utf8")).split("\n");
  const [head = "", line = "", ...rest] = log;
  await project.write("odd.jsonl", [head, damaged(line), ...rest].join("\n"));
  await project.write("odd.json", damaged(await readFile(join(cwd, "whole.json"), "utf8")));
  for (const file of ["odd.jsonl", "odd.json"]) {
    expect(await run("summary", file, ...gate)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`  ${said}.\n`),
      stderr: expect.stringContaining(said),
    });
    expect(await run("summary", file, ...gate, "--allow-unfinished")).toMatchObject({ code: 0 });
    const compared = await run("compare", file, "whole.json", "--fail-if-worse", "2%");
    expect(compared).toMatchObject({ code: 1, stderr: expect.stringContaining(`${file}: ${said}`) });
  }
  const against = await run("summary", "whole.json", "--baseline", "odd.jsonl", "--gate", "no_new_failures");
  expect(against).toMatchObject({ code: 1, stderr: expect.stringContaining(`baseline: ${said}`) });
  expect(await run("results", "save", "odd.json", "copy.json")).toMatchObject({ code: 0 });
  expect(await run("summary", "copy.json", ...gate)).toMatchObject({ code: 1 });
  // where the task has a result again, nothing is missing
  await project.write("again.jsonl", [head, damaged(line), ...rest.slice(0, -1), line, ""].join("\n"));
  expect(await run("summary", "again.jsonl", ...gate)).toMatchObject({ code: 0 });
});
