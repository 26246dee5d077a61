import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { walkOutcomeRows, walkRows, walkTables, walkTurnRows } from "../analysis/index.ts";
import { wireCodec } from "../base/index.ts";
import { openResultLog, openResultsFile, VerificationResultSet, walkId } from "../result/index.ts";
import { sampleWalk } from "../result/testing/sample-walk.ts";
import { exportTable } from "./export-table.ts";
import { queryRuns } from "./query-runs.ts";

let folder = "";
const place = (name: string) => path.join(folder, name);
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "walk-tables-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const paid = sampleWalk({
  replicate: 1,
  promptId: "short",
  outcomeResults: { paid: true, asked: 1, share: 0.5, said: "yes" },
  outcomeReasons: { paid: "It held." },
  turns: [{ node: "asks" }, { node: "pays", arrivedBy: 2, template: { parsedLlmResponse: { euros: 24 } } }],
});
const failure = { category: "timeout", stage: "GenerateAnswer", reason: "no reply" } as const;
const lost = sampleWalk({
  replicate: 2,
  status: "error",
  terminalFailure: { nodeId: "asks", ...failure },
  warnings: ["one", "two"],
  finalState: { accumulated: {}, nodeVisits: { asks: 1 }, userStop: "gave_up" },
  outcomeResults: { paid: false },
  turns: [
    {
      node: "asks",
      metadata: { failure: { ...failure, group: "retry", details: {} } },
      template: { verifyResult: null },
    },
  ],
});
const walks = [paid.walk, lost.walk];
const set = new VerificationResultSet([...paid.results, ...lost.results], { scenarioResults: walks });

const paidColumns = {
  walkId: walkId(paid.walk),
  scenarioId: "refund-flow",
  replicate: 1,
  answeringModel: "openai:gpt",
  parsingModel: "openai:judge",
  promptId: "short",
  status: "completed",
  scenarioPath: "asks -> pays",
  turnCount: 2,
};

test("walks, their turns and what criteria say of them are rows", () => {
  expect([...walkRows(walks)]).toMatchObject([
    { ...paidColumns, executionTime: 3, terminalFailureNode: null, userStop: null, warningCount: 0 },
    {
      status: "error",
      promptId: null,
      terminalFailureNode: "asks",
      terminalFailureCategory: "timeout",
      terminalFailureStage: "GenerateAnswer",
      terminalFailureReason: "no reply",
      userStop: "gave_up",
      warningCount: 2,
    },
  ]);
  expect([...walkTurnRows(walks)]).toMatchObject([
    { ...paidColumns, scenarioTurn: 0, nodeId: "asks", arrivedBy: null, questionText: "asks?" },
    {
      scenarioTurn: 1,
      nodeId: "pays",
      arrivedBy: 2,
      rawResponse: "pays!",
      parsedFields: '{"euros":24}',
      verifyResult: true,
      resultId: paid.results[1]?.metadata.resultId,
    },
    { scenarioTurn: 0, verifyResult: null },
  ]);
  expect([...walkOutcomeRows(walks)]).toMatchObject([
    {
      ...paidColumns,
      outcomeName: "paid",
      outcomeValue: 1,
      outcomeType: "boolean",
      outcomeReason: "It held.",
    },
    { outcomeName: "asked", outcomeValue: 1, outcomeType: "integer", outcomeReason: null },
    { outcomeName: "share", outcomeValue: 0.5, outcomeType: "number" },
    { outcomeName: "said", outcomeValue: null, outcomeType: "other" },
    { outcomeName: "paid", outcomeValue: 0, outcomeType: "boolean" },
  ]);
});

async function filesOf(): Promise<readonly string[]> {
  await set.save(place("saved.json"));
  const log = await openResultLog(place("run.jsonl"), {
    benchmark: { name: "b", fingerprint: "f" },
    configFingerprint: "c",
    startedAt: "2025-01-02T03:04:05.000Z",
    scenarios: [],
  });
  for (const [at, { walk, results }] of [paid, lost].entries()) {
    for (const result of results) await log.append(result.metadata.resultId, result, { walk: `${at}` });
    await log.appendWalk(`${at}`, walk);
  }
  await log[Symbol.asyncDispose]();
  return ["saved.json", "run.jsonl"];
}

/** A log tells of the value that no criterion of ours has. */
const onlyOfSaid = (warning: string) => expect(warning).toContain('the criterion "said"');

const opened = async (name: string) => ({
  ...(await openResultsFile(name, folder, onlyOfSaid)),
  name,
});

test("SQL has them, of logs and of exports, beside the results", async () => {
  for (const file of await filesOf()) {
    const run = await opened(file);
    for (const { name, schema, columns, rows } of walkTables) {
      await using answer = await queryRuns([run], `select * exclude (run) from ${name}`);
      expect(answer.columns.map((column) => column.name)).toEqual(columns.map((column) => column.name));
      const byCode = [...rows(walks)].map((row) => Object.values(wireCodec(schema).encode(row) ?? {}));
      expect(await Array.fromAsync(answer.rows())).toEqual(byCode);
    }
    await using joined = await queryRuns(
      [run],
      `select node_id, outcome, w.status from results join walk_turns using (result_id) join walks w using (walk_id)
       order by w.replicate, walk_turns.scenario_turn`,
    );
    expect(await Array.fromAsync(joined.rows())).toEqual([
      ["asks", "pass", "completed"],
      ["pays", "pass", "completed"],
      ["asks", "infrastructure_failed", "error"],
    ]);
  }
});

test("they are written to files of an opened file and of a set; lists of results have none", async () => {
  const [export_ = ""] = await filesOf();
  await exportTable(await opened(export_), "walk_outcomes", place("outcomes.csv"));
  await exportTable(set, "walk_outcomes", place("of-set.csv"));
  const text = await readFile(place("outcomes.csv"), "utf8");
  expect(text.split("\r\n")).toHaveLength(7);
  expect(await readFile(place("of-set.csv"), "utf8")).toBe(text);
  await exportTable(set, "walks", place("walks.parquet"));
  await expect(exportTable(paid.results, "walks", place("walks.csv"))).rejects.toThrow("made of walks");
});
