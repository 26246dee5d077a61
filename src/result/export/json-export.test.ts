import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeFileAtomically } from "../../base/index.ts";
import { exportJson, failure, readJsonExport, resultToJson, type VerificationResult } from "../index.ts";
import { sampleResult } from "../testing/sample-result.ts";
import { sampleWalk } from "../testing/sample-walk.ts";

let folder = "";
let file = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "json-export-"));
  file = path.join(folder, "results.json");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const info = { exportTimestamp: "2025-01-02T00:00:00.000Z", kareninaVersion: "0.1.0", jobId: "j" };
const wrong = sampleResult({
  metadata: {
    questionId: "q2",
    failure: failure({ category: "content", stage: "VerifyTemplate", reason: "no" }),
  },
  template: { verifyResult: false },
});
const broken = sampleResult({
  metadata: {
    questionId: "q3",
    failure: failure({ category: "timeout", stage: "GenerateAnswer", reason: "late" }),
  },
  template: { verifyResult: null },
});
const results = [sampleResult(), wrong, broken];
const { walk: scenario } = sampleWalk({ outcomeResults: { my_Outcome: true } });

async function* lazily(): AsyncGenerator<VerificationResult> {
  yield* results;
}

describe("exportJson", () => {
  it("is read back as it was, from a list and from a log", async () => {
    for (const source of [results, lazily()]) {
      await writeFileAtomically(file, exportJson(source, info, { scenarioResults: [scenario] }));
      const read = await readJsonExport(file);
      expect(read.formatVersion).toBe("karenina-1");
      expect(read.results).toEqual(results);
      expect(read.scenarioResults).toEqual([scenario]);
      expect(read.metadata).toMatchObject({ export_timestamp: info.exportTimestamp, job_id: "j" });
    }
  });

  it("puts one result on each line", async () => {
    let text = "";
    for await (const piece of exportJson(results, info)) text += piece;
    const lines = text.split("\n");
    expect(lines).toHaveLength(6);
    expect(lines[0]).toMatch(/^\{"format_version":"karenina-1",.*"results":\[$/);
    expect(JSON.parse(lines[1]?.slice(0, -1) ?? "")).toEqual(
      JSON.parse(JSON.stringify(resultToJson(results[0] ?? wrong))),
    );
    expect(lines[4]).toBe("]}");
  });

  it("does not count a wrong answer as a failed job", async () => {
    await writeFileAtomically(file, exportJson(results, info));
    expect((await readJsonExport(file)).metadata.job_summary).toMatchObject({
      total_questions: 3,
      successful_count: 2,
      failed_count: 1,
      outcomes: { pass: 1, wrong: 1, infrastructure_failed: 1, no_answer: 0 },
    });
  });

  it.each([
    [{ ...info, scenarioResults: [] }, /unknown key "scenarioResults"/, /third argument/],
    [{ ...info, format: "2.2" }, /format: .*karenina-2\.2/, /Such as/],
    [
      { ...info, exportTimestmp: "x" },
      /unknown key "exportTimestmp", did you mean "exportTimestamp"\?/,
      /Such as/,
    ],
    [{}, /exportTimestamp: .*; kareninaVersion: /, /Such as/],
    [undefined, /expected object/, /Such as/],
  ])("refuses the info %j", async (wrong, message, hint) => {
    await expect(exportJson(results, wrong as never).next()).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  });

  it("refuses parts that it does not know", async () => {
    for (const parts of [{ format: "karenina-2.2" }, { rubric: {} }])
      await expect(exportJson(results, info, parts as never).next()).rejects.toMatchObject({
        code: "invalid_input",
        message: expect.stringContaining(Object.keys(parts)[0] ?? ""),
      });
  });

  it("may be empty", async () => {
    await writeFileAtomically(file, exportJson([], info));
    expect((await readJsonExport(file)).results).toEqual([]);
  });
});

describe("readJsonExport", () => {
  const read = async (text: string) => {
    await writeFile(file, text);
    return readJsonExport(file);
  };
  const row = resultToJson(wrong);

  it("reads bare lists, run stores and Python's NaN", async () => {
    const text = JSON.stringify(row).replace('"verify_granular_result":null', '"verify_granular_result":NaN');
    expect((await read(`[${text}]`)).results).toEqual([wrong]);
    expect((await read(JSON.stringify({ runs: { r1: [row], r2: [row] } }))).results).toEqual([wrong, wrong]);
  });

  it("reads rows by key and one on each line, as the older system writes them", async () => {
    const two = { a: row, b: row };
    const shapes = [JSON.stringify({ results: two }), JSON.stringify(two)];
    const lines = `${JSON.stringify(row)}\n${JSON.stringify(row)}\n`;
    for (const text of [...shapes, lines, `${lines}\n`])
      expect((await read(text)).results).toEqual([wrong, wrong]);
  });

  it("reads what the older system may leave empty", async () => {
    const { rubric, ...rest } = row;
    const stored = {
      ...rest,
      rubric: { ...(rubric as object), metric_trait_scores: { m: { f1: 0, recall: 1 } } },
    };
    const terminal = { node_id: null, category: null, stage: null, reason: null };
    const record = { scenario_id: "s", status: "error", path: [], turn_count: 0, terminal_failure: terminal };
    const text = JSON.stringify({ format_version: "2.2", results: [stored], scenario_results: [record] });
    const found = await read(text.replace('"f1":0', '"f1":NaN'));
    expect(found.results[0]?.rubric?.metricTraitScores).toEqual({ m: { recall: 1 } });
    expect(found.scenarioResults).toMatchObject([{ scenarioId: "s", terminalFailure: { nodeId: null } }]);
  });

  it("names the first row that is none, or leaves such rows out and lists them where asked to", async () => {
    const text = JSON.stringify([row, { metadata: 5 }, row, {}]);
    await expect(read(text)).rejects.toMatchObject({ hint: expect.stringContaining("skipInvalid") });
    const found = await readJsonExport(file, { skipInvalid: true });
    expect(found.results).toEqual([wrong, wrong]);
    expect(found.skipped).toEqual([
      { row: 2, message: expect.stringContaining("result 2") },
      { row: 4, message: expect.stringContaining("result 4") },
    ]);
    await writeFile(file, `${JSON.stringify(row)}\n${JSON.stringify(row).slice(0, -20)}`);
    expect(await readJsonExport(file, { skipInvalid: true })).toMatchObject({
      results: [wrong],
      skipped: [{ row: 2 }],
    });
  });

  it.each([
    ['{"format_version": "karenina-2", "results": []}', "format_from_future", /karenina-2/],
    ['{"format_version": "2.3", "results": []}', "format_from_future", /2\.3/],
    ['{"format_version": "3.0", "results": []}', "format_from_future", /3\.0/],
    ['{"format_version": "1.0", "results": []}', "invalid_input", /unknown format version/],
    ['{"question": 1}', "invalid_input", /expected a list of results/],
    ["not json", "file_unreadable", /not valid JSON/],
    ['[{"row": 1}]', "invalid_input", /result 1 does not.*\n {2}metadata: expected object, found nothing/],
  ])("refuses %s", async (text, code, message) => {
    await expect(read(text)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it("says when there is no such file", async () => {
    await expect(readJsonExport(file)).rejects.toMatchObject({ code: "file_not_found" });
  });
});
