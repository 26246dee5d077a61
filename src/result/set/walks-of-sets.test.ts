import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { failure } from "../failure.ts";
import {
  openResultLog,
  openResultsFile,
  readResultLog,
  readResultLogWalks,
  type ScenarioExecutionResult,
  scanResultLog,
  type VerificationResult,
  VerificationResultSet,
} from "../index.ts";
import { PythonExport } from "../testing/python-schema.ts";
import { sampleResult } from "../testing/sample-result.ts";
import { sampleWalk } from "../testing/sample-walk.ts";

let folder = "";
const place = (name: string) => path.join(folder, name);
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "walks-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const scenarios = [
  {
    name: "refund-flow",
    nodes: [
      { id: "asks", kind: "question" as const, isEntry: true },
      { id: "pays", kind: "question" as const, isEntry: false },
    ],
    edges: [{ source: "asks", target: "pays", label: "verify_result = true" }],
  },
];
const header = {
  benchmark: { name: "Support", fingerprint: "f" },
  configFingerprint: "c",
  startedAt: "2025-01-02T03:04:05.000Z",
  tasks: 3,
  scenarios,
};

const failed = failure({ category: "timeout", stage: "GenerateAnswer", reason: "no reply" });
const lost = { nodeId: "pays", category: "timeout", stage: "GenerateAnswer", reason: "no reply" };
const first = sampleWalk({
  replicate: 1,
  outcomeResults: { paid: true, My_count: 2 },
  outcomeReasons: { paid: "All 2 hold." },
  turns: [
    { node: "asks" },
    { node: "pays", arrivedBy: 0, template: { parsedLlmResponse: { Euros_back: 24 } } },
  ],
});
const second = sampleWalk({
  ...{ replicate: 2, status: "error", terminalFailure: lost },
  turns: [{ node: "asks" }, { node: "pays", metadata: { failure: failed } }],
});
const question = sampleResult({ metadata: { questionId: "alone", resultId: "0123456789abcdef" } });
const walks = [first.walk, second.walk];
const results = [...first.results, ...second.results, question];

/** The log of a run: a question, a walk that ended, one that ended after it was begun twice, and one that did not end. */
async function writeLog(): Promise<string> {
  const file = place("run.jsonl");
  await using log = await openResultLog(file, header);
  await log.append("q", question, { place: 1 });
  const turns = [first, second].flatMap(({ results: some }, walk) =>
    some.map((result) => ({ walk, result })),
  );
  for (const [at, { walk, result }] of turns.entries())
    await log.append(`t${at}`, result, { place: 0, walk: `w${walk}` });
  await log.appendWalk("w1", first.walk, { place: 0 });
  await log.appendWalk("w0", first.walk, { place: 0 });
  await log.appendWalk("w1", second.walk, { place: 0 });
  return file;
}

const fields = (set: Iterable<VerificationResult>) => Array.from(set, ({ metadata }) => metadata.resultId);
const replicates = (all: Iterable<ScenarioExecutionResult> | null) =>
  all && Array.from(all, ({ replicate }) => replicate);

describe("walks in logs", () => {
  it("are lines of their own, of which the last one counts, and no results", async () => {
    const file = await writeLog();
    const [first = "", ...lines] = (await readFile(file, "utf8")).trimEnd().split("\n");
    expect(JSON.parse(first)).toMatchObject({ version: 3, scenarios: [{ nodes: [{ is_entry: true }, {}] }] });
    expect(lines[1]).toMatch(/^\{"task":"t0","walk":"w0","place":0,"result":\{"metadata":/);
    expect(lines[5]).toMatch(/^\{"walk":"w1","place":0,"record":\{"scenario_id":"refund-flow",/);
    const found = await Array.fromAsync(readResultLogWalks(file));
    expect(found).toEqual([
      { walk: "w0", place: 0, record: first && walks[0], turns: 2 },
      { walk: "w1", place: 0, record: walks[1], turns: 2 },
    ]);
    expect(await Array.fromAsync(readResultLog(file))).toHaveLength(5);
    const { lineOfTask, finished } = await scanResultLog(file);
    expect([lineOfTask.size, finished]).toEqual([5, 3]);
    const opened = await openResultsFile(file, "/", expect.unreachable);
    expect(await opened.progress()).toEqual({ finished: 3, tasks: 3 });
    expect(await Array.fromAsync(opened.walks())).toEqual(walks);
    expect((await opened.header()).scenarios).toEqual(scenarios);
  });

  it("that were cut off while they were written are left out, and removed when the log goes on", async () => {
    const file = await writeLog();
    const whole = await readFile(file, "utf8");
    await appendFile(file, '{"walk":"w2","record":{"scenario_id":"s"');
    const torn: number[] = [];
    const read = await Array.fromAsync(readResultLogWalks(file, { onTornLine: (line) => torn.push(line) }));
    expect([read.length, torn]).toEqual([2, [10]]);
    await (await openResultLog(file, header))[Symbol.asyncDispose]();
    expect(await readFile(file, "utf8")).toBe(whole);
  });

  it("that do not fit are told or an error, as results are", async () => {
    const file = await writeLog();
    await appendFile(
      file,
      '{"walk":"w2","record":{"scenario_id":"s","status":"lost","path":[],"turn_count":0}}\n',
    );
    const told: string[] = [];
    const opened = await openResultsFile(file, "/", (text) => told.push(text));
    expect(await Array.fromAsync(opened.walks())).toHaveLength(2);
    expect(told).toEqual([expect.stringMatching(/^1 line of .*is no result.* line 10 .*status/s)]);
    await expect(Array.fromAsync(readResultLogWalks(file))).rejects.toThrow(/line 10/);
  });

  it.each([
    ['{"walk":3,"record":{}}', 'its "walk" is no text'],
    ['{"walk":"w","result":{}}', 'it has no "record"'],
    ['{"task":"t","walk":"w","record":{}}', 'it has no "result"'],
    ['{"record":{}}', 'it has no "task"'],
  ])("%s is damaged", async (line, reason) => {
    const file = await writeLog();
    await appendFile(file, `${line}\n`);
    await expect(Array.fromAsync(readResultLog(file))).rejects.toThrow(`line 10 is damaged: ${reason}.`);
  });

  it("of a version that is not known are refused", async () => {
    const file = await writeLog();
    await writeFile(file, (await readFile(file, "utf8")).replace('"version":3', '"version":4'));
    await expect(VerificationResultSet.fromLog(file)).rejects.toMatchObject({ code: "format_from_future" });
  });
});

describe("walks of sets", () => {
  it("are there beside the results, and what went wrong with them", async () => {
    const set = await VerificationResultSet.fromLog(await writeLog());
    expect(set.length).toBe(5);
    expect(set.scenarioResults).toEqual(walks);
    expect(set.errors?.map(([name, { message }]) => [name, message])).toEqual([
      [
        "scenario refund-flow, openai:gpt judged by openai:judge, replicate 2",
        "GenerateAnswer at pays: no reply",
      ],
    ]);
    expect(new VerificationResultSet([question]).scenarioResults).toBeNull();
  });

  it("go with their turns", async () => {
    const set = await VerificationResultSet.fromLog(await writeLog());
    expect(replicates(set.filter({ replicates: [2] }).scenarioResults)).toEqual([2]);
    expect(replicates(set.filter({ questionIds: ["alone"] }).scenarioResults)).toEqual([]);
    expect(replicates(set.filter({ questionIds: ["nobody"] }).scenarioResults)).toEqual([]);
    const byTurn = set.groupBy(({ metadata }) => metadata.scenarioNode);
    expect(Array.from(byTurn, ([node, part]) => [node, replicates(part.scenarioResults)])).toEqual([
      ["asks", [1, 2]],
      ["pays", [1, 2]],
      [null, []],
    ]);
    expect(replicates(set.filter({ replicates: [2] }).filter({ hasTemplate: true }).scenarioResults)).toEqual(
      [2],
    );
  });

  it.each(["saved.jsonl", "saved.json"])("are saved as %s and read again", async (name) => {
    const set = await VerificationResultSet.fromLog(await writeLog());
    await set.save(place(name));
    const read = name.endsWith("l")
      ? await VerificationResultSet.fromLog(place(name))
      : await VerificationResultSet.fromJson(place(name));
    expect(fields(read)).toEqual(fields(set));
    expect(read.scenarioResults).toEqual(walks);
    expect(read.header?.toJSON().scenarios).toEqual(scenarios);
    if (name.endsWith("l")) expect((await scanResultLog(place(name))).finished).toBe(3);
  });

  it("are merged, each once", async () => {
    const file = await writeLog();
    const set = await VerificationResultSet.fromLog(file);
    const [one, two] = [set.filter({ replicates: [1] }), set.filter({ replicates: [2, null] })];
    const merged = VerificationResultSet.merge([one, two, set]);
    expect([merged.length, replicates(merged.scenarioResults)]).toEqual([5, [1, 2]]);
    expect(merged.header?.toJSON().scenarios).toEqual(scenarios);
    const other = new VerificationResultSet(first.results, {
      scenarioResults: [{ ...first.walk, status: "timeout" }],
    });
    expect(() => VerificationResultSet.merge([set, other]).scenarioResults).toThrow(
      "Two walks have the same turns (scenario refund-flow, openai:gpt judged by openai:judge, replicate 1) and are not the same.",
    );
  });

  it("are exported in format 2.2 with what it has, and their models are those of their turns when it is read", async () => {
    const set = new VerificationResultSet(results, { scenarioResults: walks });
    const mapped: object[] = [];
    const info = { exportTimestamp: "2025-01-02T03:04:05.000Z", kareninaVersion: "1" };
    const pieces = set.exportJson({
      ...info,
      format: "karenina-2.2",
      onMapped: (all) => mapped.push(...all),
    });
    const text = (await Array.fromAsync(pieces)).join("");
    expect(PythonExport.parse(JSON.parse(text)).scenario_results).toHaveLength(2);
    expect(mapped).toContainEqual({ kind: "scenario", from: "outcome_reasons", to: null, count: 1 });
    await writeFile(place("python.json"), text);
    const [read] = (await VerificationResultSet.fromJson(place("python.json"))).scenarioResults ?? [];
    expect(read).toEqual({
      ...first.walk,
      outcomeReasons: {},
      timestamp: null,
      executionTime: null,
      history: first.walk.history.map((turn) => ({ ...turn, arrivedBy: null })),
    });
  });
});
