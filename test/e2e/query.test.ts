import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { failure, openResultLog } from "../../src/result/index.ts";
import { sampleResult } from "../../src/result/testing/sample-result.ts";
import { runCommand } from "./run-command.ts";
import { sampleProject } from "./sample-project.ts";

const content = failure({ category: "content", stage: "VerifyTemplate", reason: "no" });

async function project() {
  const made = await sampleProject();
  const header = {
    benchmark: { name: "b", fingerprint: "f" },
    configFingerprint: "c",
    startedAt: "2025-01-02T03:04:05.000Z",
  };
  await using log = await openResultLog(join(made.folder, "run.jsonl"), header);
  const long = `so \u001b[31mlong ${"words ".repeat(40)}`;
  await log.append("a", sampleResult({ metadata: { questionId: "q1", resultId: "1", questionText: long } }));
  await log.append(
    "b",
    sampleResult({
      metadata: { questionId: "q2", resultId: "2", failure: content },
      template: { verifyResult: false },
    }),
  );
  return made;
}

const counts =
  "select outcome, count(*) as n, avg(verify_result::int) as rate from results group by all order by all";

describe("karenina query", () => {
  test("prints an answer as a table that fits, or whole in another form", async () => {
    await using made = await project();
    const cwd = made.folder;
    const table = await runCommand(["query", "run.jsonl", counts], { cwd });
    expect(table.stdout).toMatchInlineSnapshot(`
      "outcome  n  rate
      -------  -  ----
      pass     1     1
      wrong    1     0
      "
    `);
    const wide = await runCommand(
      ["query", "run.jsonl", "select question_id, question_text, outcome from results"],
      { cwd },
    );
    for (const line of wide.stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    expect(wide.stdout).not.toContain("\u001b");
    const records = await runCommand(["query", "run.jsonl", "from results limit 1"], { cwd });
    expect(records.stdout).toMatch(/^question_id +q1$/m);
    const json = await runCommand(["query", "run.jsonl", counts, "--format", "json"], { cwd });
    expect(JSON.parse(json.stdout)).toEqual([
      { outcome: "pass", n: 1, rate: 1 },
      { outcome: "wrong", n: 1, rate: 0 },
    ]);
    const twice = ["query", "run.jsonl", "select 1 as a, 2 as a, 3 as a_1, 4 as a", "--format"];
    expect(JSON.parse((await runCommand([...twice, "jsonl"], { cwd })).stdout)).toEqual({
      a: 1,
      a_2: 2,
      a_1: 3,
      a_3: 4,
    });
    expect((await runCommand([...twice, "csv"], { cwd })).stdout).toBe("a,a_2,a_1,a_3\n1,2,3,4\n");
    const csv = await runCommand(["query", "run.jsonl", counts, "--format", "csv"], { cwd });
    expect(csv.stdout).toBe("outcome,n,rate\npass,1,1\nwrong,1,0\n");
  });

  test("writes an answer to a file, and replaces none unasked", async () => {
    await using made = await project();
    const cwd = made.folder;
    for (const name of ["a.csv", "a.jsonl", "a.parquet"]) {
      const run = await runCommand(["query", "run.jsonl", "from results", "-o", name], { cwd });
      expect(run).toMatchObject({ code: 0, stdout: `Wrote ${join(cwd, name)}\n` });
    }
    expect((await readFile(join(cwd, "a.parquet"), "latin1")).slice(0, 4)).toBe("PAR1");
    const again = await runCommand(["query", "run.jsonl", counts, "-o", "a.csv"], { cwd });
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("--overwrite") });
    const before = await readFile(join(cwd, "run.jsonl"), "utf8");
    const own = await runCommand(["query", "run.jsonl", counts, "-o", "run.jsonl", "--overwrite"], { cwd });
    expect(own).toMatchObject({ code: 2, stderr: expect.stringContaining("holds what it would be made of") });
    expect(await readFile(join(cwd, "run.jsonl"), "utf8")).toBe(before);
    const other = await runCommand(["query", "run.jsonl", counts, "-o", "a.xlsx"], { cwd });
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining(".parquet") });
  });

  test("says what is wrong, and what there is", async () => {
    await using made = await project();
    const cwd = made.folder;
    expect(await runCommand(["query", "run.jsonl"], { cwd })).toMatchObject({ code: 2 });
    const typo = await runCommand(["query", "run.jsonl", "select outcom from results"], { cwd });
    expect(typo).toMatchObject({ code: 1, stderr: expect.stringContaining('"outcome"') });
    const tables = await runCommand(["query", "--tables"], { cwd });
    expect(tables.stdout).toMatch(/^traits: one row per result and trait/m);
    const one = await runCommand(["query", "--tables", "usage"], { cwd });
    expect(one.stdout).toMatch(/^ {2}usage_stage +text/m);
    expect(await runCommand(["query", "--tables", "usag"], { cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('"usage"'),
    });
  });
});

test("what goes wrong while an answer is read is told as any other mistake", async () => {
  await using made = await project();
  const late =
    "select case when at > 150000 then error('too late')::bigint else at end from range(200000) as numbers(at), results limit 200000";
  for (const format of ["table", "json"]) {
    const ended = await runCommand(["query", "run.jsonl", late, "--format", format], { cwd: made.folder });
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("too late") });
  }
});

test("the queries of docs/tables.md run", async () => {
  await using made = await project();
  const page = await readFile(join(import.meta.dirname, "../../docs/tables.md"), "utf8");
  const queries = [...page.matchAll(/```sql\n(.*?)```/gs)].map(([, sql = ""]) => sql);
  expect(queries.length).toBeGreaterThan(3);
  for (const sql of queries)
    expect(await runCommand(["query", "run.jsonl", sql], { cwd: made.folder })).toMatchObject({
      code: 0,
      stderr: "",
    });
});

describe("karenina results save --table", () => {
  test("writes one table", async () => {
    await using made = await project();
    const cwd = made.folder;
    for (const name of ["t.csv", "t.jsonl", "t.parquet"]) {
      const saved = await runCommand(["results", "save", "run.jsonl", name, "--table", "results"], { cwd });
      expect(saved).toMatchObject({ code: 0, stdout: `Wrote ${join(cwd, name)}\n` });
    }
    const lines = (await readFile(join(cwd, "t.jsonl"), "utf8")).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).outcome)).toEqual(["pass", "wrong"]);
  });
});
