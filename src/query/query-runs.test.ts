import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  failure,
  openResultLog,
  openResultsFile,
  resultToJson,
  type VerificationResult,
  VerificationResultSet,
} from "../result/index.ts";
import { resultsOfEverySort } from "../result/testing/results-of-every-sort.ts";
import { sampleResult } from "../result/testing/sample-result.ts";
import { sampleWalk } from "../result/testing/sample-walk.ts";
import { exportTable } from "./export-table.ts";
import { queryRuns, queryToParquet, selectResults } from "./query-runs.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "query-runs-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const header = {
  benchmark: { name: "b", fingerprint: "f" },
  configFingerprint: "c",
  startedAt: "2025-01-02T03:04:05.000Z",
};
const named = (resultId: string, fields: Parameters<typeof sampleResult>[0] = {}) =>
  sampleResult({ ...fields, metadata: { ...fields?.metadata, resultId } });
const wrong = { failure: failure({ category: "content", stage: "VerifyTemplate", reason: "no" }) };

async function logOf(
  name: string,
  entries: readonly (readonly [task: string, result: VerificationResult])[],
) {
  const file = path.join(folder, name);
  await using log = await openResultLog(file, header);
  for (const [task, result] of entries) await log.append(task, result);
  return file;
}

async function ask(files: readonly string[], statement: string) {
  const told: string[] = [];
  const runs = await Promise.all(
    files.map(async (file) => ({
      ...(await openResultsFile(file, folder, (text) => told.push(text))),
      name: path.basename(file),
    })),
  );
  await using answer = await queryRuns(runs, statement);
  return { rows: await Array.fromAsync(answer.rows()), told, columns: answer.columns };
}

const everyId = "select result_id from results order by all";
const line = (task: string, row: unknown) => `${JSON.stringify({ task, result: row })}\n`;

describe("what of a log is counted", () => {
  it("is the last line of each task, where it stands twice and where only one of the two can be read by column", async () => {
    const halved = named("late", { metadata: { questionText: "\ud83d" } });
    const file = await logOf("a.jsonl", [
      ["t1", named("1")],
      ["t2", halved],
      ["t3", named("3")],
      ["t1", named("1 again")],
      ["t2", named("2 again")],
      ["t3", named("3 again", { metadata: { questionText: "\ud83d" } })],
    ]);
    expect((await ask([file], everyId)).rows).toEqual([["1 again"], ["2 again"], ["3 again"]]);
  });

  it("is no walk through a scenario, but its turns are", async () => {
    const { walk, results } = sampleWalk();
    const file = path.join(folder, "a.jsonl");
    await using log = await openResultLog(file, { ...header, scenarios: [] });
    for (const [at, result] of results.entries()) {
      await log.append(`t${at}`, result, { walk: "w" });
      await log.appendWalk("w", walk);
    }
    const ids = results.map(({ metadata }) => [metadata.resultId]).toSorted();
    expect(await ask([file], everyId)).toMatchObject({ rows: ids, told: [] });
    expect((await ask([file], "select count(*)::int from stages")).rows).toEqual([[0]]);
  });

  it("is no later turn of a walk whose earlier turn was repeated", async () => {
    const file = path.join(folder, "a.jsonl");
    await using log = await openResultLog(file, { ...header, scenarios: [] });
    for (const [turn, id] of ["0|a", "1|b", "2|c", "1|d"].map((text) => text.split("|")))
      await log.append(`w|${turn}`, named(id ?? ""), { walk: "w" });
    await log.append("q|2", named("e"));
    expect((await ask([file], everyId)).rows).toEqual([["a"], ["d"], ["e"]]);
    expect([...(await VerificationResultSet.fromLog(file))].map(({ metadata }) => metadata.resultId)).toEqual(
      [...["a", "d", "e"]],
    );
  });

  it("is no last line that was cut off, and no empty one", async () => {
    const file = await logOf("a.jsonl", [["t1", named("1")]]);
    await appendFile(file, `\n${line("t2", resultToJson(named("2")))}{"task":"t3","result":{"meta`);
    const { rows, told } = await ask([file], everyId);
    expect(rows).toEqual([["1"], ["2"]]);
    expect(told).toEqual([expect.stringMatching(/^line 5 of .*a\.jsonl, the last one, was cut off/)]);
  });

  it.each([
    ["execution_time", "result_id", { metadata: { execution_time: -1 } }],
    ["cost_usd", "result_id, cost_usd", { stages: [{ name: "S", status: "ran", cost_usd: -1 }] }],
    ["execution_time", "result_id", { metadata: { execution_time: "long" } }],
    [
      "input_tokens",
      "result_id, input_tokens",
      { stages: [{ name: "S", status: "ran", input_tokens: "x" }] },
    ],
  ])("is no line with a bad %s, which is named, where it is read", async (field, columns, bad) => {
    const file = await logOf("a.jsonl", [["t1", named("1")]]);
    const { metadata, ...row } = resultToJson(named("2"));
    const damaged = {
      ...row,
      ...bad,
      metadata: { ...Object(metadata), ...("metadata" in bad && bad.metadata) },
    };
    await appendFile(file, line("t2", damaged) + line("t3", resultToJson(named("3"))));
    const { rows, told } = await ask([file], `select ${columns} from results order by all`);
    expect(rows.map(([id]) => id)).toEqual(["1", "3"]);
    expect(told).toEqual([
      expect.stringMatching(
        new RegExp(`^1 line of .* is no result and is left out: .* line 3.*${field}`, "s"),
      ),
    ]);
  });

  it("is no earlier line of a task whose last line is no result", async () => {
    const file = await logOf("a.jsonl", [
      ["t1", named("1")],
      ["t2", named("2")],
    ]);
    const { metadata, ...row } = resultToJson(named("1 again"));
    const damaged = { ...row, metadata: { ...Object(metadata), execution_time: -1 } };
    await appendFile(file, line("t1", damaged));
    const { rows, told } = await ask([file], everyId);
    expect(rows).toEqual([["2"]]);
    expect(told).toEqual([expect.stringContaining("is no result and is left out")]);
  });

  it("is a last line without its end, if it is whole", async () => {
    const file = await logOf("a.jsonl", [["t1", named("1")]]);
    await appendFile(file, line("t2", resultToJson(named("2"))).trimEnd());
    expect((await ask([file], everyId)).rows).toEqual([["1"], ["2"]]);
  });

  it("is nothing where a line in the middle is damaged: the line is named", async () => {
    const file = await logOf("a.jsonl", [["t1", named("1")]]);
    await appendFile(file, `{"task":\n${line("t2", resultToJson(named("2")))}`);
    await expect(ask([file], everyId)).rejects.toMatchObject({
      code: "file_unreadable",
      message: expect.stringContaining("line 3 is damaged"),
    });
  });

  it("is read as everywhere else in rows of older versions, and in those that deny themselves", async () => {
    const file = await logOf("a.jsonl", [["t1", named("1")]]);
    const {
      completed_without_errors: _one,
      error: _two,
      ...older
    } = Object(resultToJson(named("old")).metadata);
    const inverted = {
      ...older,
      result_id: "s",
      failure: { category: "sufficiency", stage: "S", reason: "r" },
    };
    const denied = resultToJson(named("denied", { template: { recursionLimitReached: true } }));
    await appendFile(
      file,
      [
        line("t2", { metadata: older, template: { verify_result: true } }),
        line("t3", { metadata: inverted, template: { verify_result: true, sufficiency_detected: true } }),
        line("t4", denied),
      ].join(""),
    );
    const { rows } = await ask([file], "select result_id, outcome, verify_result from results order by all");
    expect(rows).toEqual([
      ["1", "pass", true],
      ["denied", "infrastructure_failed", true],
      ["old", "pass", true],
      ["s", "pass", true],
    ]);
  });
});

describe("a query", () => {
  it("names each run, and reads logs and exports together", async () => {
    const log = await logOf("a.jsonl", [["t", named("1")]]);
    const file = path.join(folder, "b.json");
    await writeFile(file, JSON.stringify([resultToJson(named("2", { metadata: wrong }))]));
    const { rows, columns } = await ask(
      [log, file],
      "select run, outcome, count(*) n from results group by all order by all",
    );
    expect(rows).toEqual([
      ["a.jsonl", "pass", 1],
      ["b.json", "wrong", 1],
    ]);
    expect(columns).toEqual([
      { name: "run", type: "VARCHAR" },
      { name: "outcome", type: "VARCHAR" },
      { name: "n", type: "BIGINT" },
    ]);
  });

  it.each([
    ["select t from results t", /result_id/],
    ["select count(*) from results r join fields f using (result_id) where r.outcome = 'pass'", /\d/],
    ["with x as (from results) select outcome from x limit 1", /pass/],
    ["describe traits", /trait_score/],
    ["pivot results on outcome using count(*) group by answering_model", /openai/],
    ["select columns('outcome|role') from results limit 1", /pass/],
    ["create temp table x as from stages; select count(*) from x", /0/],
    ['select "OUTCOME" from RESULTS limit 1', /pass/],
  ])("may be written as %s", async (statement, expected) => {
    const file = await logOf(
      "a.jsonl",
      resultsOfEverySort.map((result, at) => [`t${at}`, result] as const),
    );
    expect(JSON.stringify((await ask([file], statement)).rows)).toMatch(expected);
  });

  it.each([
    ["selec 1", "syntax error"],
    ["", "no SQL"],
    ["-- nothing", "no SQL"],
    ["select outcom from results", '"outcome"'],
    ["select * from result", "results"],
  ])("that is wrong is told why: %s", async (statement, message) => {
    const file = await logOf("a.jsonl", [["t", named("1")]]);
    await expect(ask([file], statement)).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining(message),
    });
  });

  it.each([
    "select * from read_text('/etc/passwd')",
    "select * from '/etc/passwd'",
    "select * from glob('/etc/*')",
    "copy (select 1) to '/tmp/out-of-a-query.csv'",
    "attach '/tmp/out-of-a-query.db'",
    "install httpfs",
    "select 1; install httpfs",
    "load '/tmp/x.duckdb_extension'",
    "call pragma_version()",
    "create secret (type s3)",
    "load httpfs",
    "set enable_external_access = true",
    "reset lock_configuration",
    "set memory_limit = '100GB'",
    "export database '/tmp/out-of-a-query'",
  ])("reaches nothing but the tables: %s", async (statement) => {
    const file = await logOf("a.jsonl", [["t", named("1")]]);
    await expect(ask([file], statement)).rejects.toThrow(/disabled|cannot be run here|does not exist/);
  });

  it("takes names in files for names, whatever they say", async () => {
    const name = "x'); drop view results; --.jsonl";
    const result = named("'; drop view results; --", {
      template: { parsedGtResponse: { "a\"b'] or true --": 1 }, parsedLlmResponse: {} },
    });
    const file = await logOf(name, [["'t", result]]);
    expect((await ask([file], "select run, result_id, field_name from fields")).rows).toEqual([
      [name, "'; drop view results; --", "a\"b'] or true --"],
    ]);
  });

  it("leaves nothing behind", async () => {
    vi.stubEnv("TMPDIR", folder);
    await ask([await logOf("a.jsonl", [["t", named("1")]])], everyId);
    expect(await readdir(folder)).toEqual(["a.jsonl"]);
  });

  it("chooses results by a condition", async () => {
    const file = await logOf("a.jsonl", [
      ["t1", named("1")],
      ["t2", named("2", { metadata: wrong, template: { verifyResult: false } })],
    ]);
    const run = { ...(await openResultsFile(file, folder, () => {})), name: "a" };
    expect(await selectResults(run, "outcome <> 'pass' -- not right")).toEqual(new Set(["2"]));
    const isOther = "result_id in (select result_id from results where outcome = 'pass')";
    expect(await selectResults(run, isOther)).toEqual(new Set(["1"]));
  });

  it.each([
    ["true; select 1", "Expected one condition, found 2 statements."],
    ["true); drop table results; select '1' where (true", 'syntax error at or near ")"'],
    ["false) union select '3' where (true", 'syntax error at or near ")"'],
    ["true order by 1", 'syntax error at or near "order"'],
    ["", "syntax error"],
  ])("takes one condition and no more: %j", async (condition, said) => {
    const run = {
      ...(await openResultsFile(await logOf("a.jsonl", [["t", named("1")]]), folder, () => {})),
      name: "a",
    };
    await expect(selectResults(run, condition)).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining(said),
    });
  });
});

describe("a table or an answer in a file", () => {
  const results = [
    named("1", {
      template: { parsedGtResponse: { a: "=1+1", b: true }, parsedLlmResponse: { a: "x\ny", b: null } },
    }),
  ];
  const read = (name: string) => readFile(path.join(folder, name), "utf8");

  it("is CSV without formulas, JSONL, or Parquet", async () => {
    for (const name of ["f.csv", "f.jsonl", "f.parquet"])
      await exportTable(results, "fields", path.join(folder, name));
    const csv = await read("f.csv");
    expect(csv).toMatch(
      /^result_id,question_id,.*,field_name,gt_value,llm_value,field_match,field_score,field_type\r\n/,
    );
    expect(csv).toContain(`a,'=1+1,"x\ny",,,text\r\n`);
    expect(JSON.parse((await read("f.jsonl")).split("\n")[1] ?? "")).toMatchObject({
      field_name: "b",
      gt_value: "true",
    });
    expect((await read("f.parquet")).slice(0, 4)).toBe("PAR1");
    expect((await readdir(folder)).sort()).toEqual(["f.csv", "f.jsonl", "f.parquet"]);
  });

  it("begins with a mark for spreadsheets where that is asked for, and keeps formulas", async () => {
    await exportTable(results, "fields", path.join(folder, "f.csv"), { bom: true, formulas: "keep" });
    expect(await read("f.csv")).toMatch(/^\ufeffresult_id/);
    expect(await read("f.csv")).toContain(",=1+1,");
  });

  it("is refused by another name", async () => {
    await expect(exportTable(results, "field", path.join(folder, "f.csv"))).rejects.toThrow('"fields"');
    await expect(exportTable(results, "fields", path.join(folder, "f.xlsx"))).rejects.toThrow(".parquet");
  });

  it("is the old one where the query fails", async () => {
    const file = path.join(folder, "f.parquet");
    await writeFile(file, "old");
    const run = { ...(await openResultsFile(await logOf("a.jsonl", []), folder, () => {})), name: "a" };
    await expect(
      queryToParquet([run], "select error('no') from (select count(*) from results)", file),
    ).rejects.toThrow("no");
    expect(await read("f.parquet")).toBe("old");
  });
});

describe("a signal", () => {
  const endless = "select sum(a.range * b.range) from range(10000000) a, range(10000000) b";

  it("ends a statement as cancelled, of an answer and of a file", async () => {
    const file = await logOf("a.jsonl", [["t", named("1")]]);
    const run = { ...(await openResultsFile(file, folder, () => undefined)), name: "a" };
    const ended = async (work: (signal: AbortSignal) => Promise<unknown>) => {
      await expect(work(AbortSignal.timeout(300))).rejects.toMatchObject({ code: "cancelled" });
    };
    await ended(async (signal) => {
      await using answer = await queryRuns([run], endless, { signal });
      await Array.fromAsync(answer.rows());
    });
    await ended((signal) => queryToParquet([run], endless, path.join(folder, "a.parquet"), { signal }));
    await ended(async () => {
      await using answer = await queryRuns([run], "select 1", { signal: AbortSignal.abort() });
      return answer;
    });
  });
});
