import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeFileAtomically } from "../../../base/index.ts";
import {
  exportCsv,
  exportJson,
  FailureCategory,
  type MappedContent,
  outcomeOf,
  readJsonExport,
} from "../../index.ts";
import { parseCsv } from "../../testing/parse-csv.ts";
import { PythonExport } from "../../testing/python-schema.ts";
import { resultsOfEverySort as every } from "../../testing/results-of-every-sort.ts";
import { sampleResult } from "../../testing/sample-result.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "python-export-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const info = { exportTimestamp: "2025-01-02T00:00:00.000Z", kareninaVersion: "0.1.0" };

/** What is written in format 2.2, and what was mapped. */
async function written(write: (form: object) => AsyncIterable<string>) {
  let mapped: readonly MappedContent[] = [];
  const onMapped = (all: readonly MappedContent[]) => {
    mapped = all;
  };
  const text = (await Array.fromAsync(write({ format: "karenina-2.2", onMapped }))).join("");
  return { text, mapped };
}

test("results of every sort are written as the schema of 2.2 has them, and come back with the same outcomes", async () => {
  const file = path.join(folder, "python.json");
  const { text, mapped } = await written((form) => exportJson(every, { ...info, ...form }));
  await writeFileAtomically(file, text);
  const json = JSON.parse(text);
  expect(PythonExport.safeParse(json).error?.issues).toBeUndefined();
  expect(json.results).toHaveLength(every.length);
  const read = await readJsonExport(file);
  expect(read.results.map(outcomeOf)).toEqual(every.map(outcomeOf));
  expect(read.results.map(({ metadata }) => metadata.failure?.category)).toEqual(
    every.map(({ metadata }) => metadata.failure?.category),
  );
  expect(json.metadata.job_summary).toEqual({
    total_questions: 25,
    successful_count: 5,
    failed_count: 20,
    ...{ start_time: null, end_time: null, total_duration: null, is_complete: null },
  });
  const { warnings } = json.results[22].metadata;
  expect(warnings.slice(-2)).toEqual(["and 31 more warnings", "error: after the verdict"]);
  expect(mapped).toContainEqual({
    kind: "interface",
    from: "workspace_agent",
    to: "workspace_agent",
    count: 1,
  });
  expect(mapped).toContainEqual({
    kind: "failure category",
    from: "configuration",
    to: "unexpected_error",
    count: 1,
  });
  expect(mapped).toContainEqual({ kind: "caveat", from: "rubric_incomplete", to: "a warning", count: 20 });
});

test("the schema of 2.2 refuses our own form", async () => {
  const file = path.join(folder, "own.json");
  await writeFileAtomically(file, exportJson([sampleResult()], info));
  const own = { ...JSON.parse(await readFile(file, "utf8")), format_version: "2.2" };
  const paths = PythonExport.safeParse(own).error?.issues.map((issue) => issue.path.join("."));
  expect(paths).toEqual(expect.arrayContaining(["results.0.metadata", "metadata.export_timestamp"]));
});

test("the table of 2.2 has a row for every result, and says what it has no place for", async () => {
  const { text, mapped } = await written((form) => exportCsv(every, { ...info, ...form }));
  const [header = [], ...rows] = parseCsv(text);
  expect(header.slice(0, 10).join()).toBe(
    "row_index,question_id,question_text,raw_llm_response,parsed_gt_response,parsed_llm_response,verify_result,verify_granular_result,question_specific_rubrics,rubric_summary",
  );
  expect(rows.map((row) => row.length)).toEqual(every.map(() => header.length));
  const cell = (row: number, name: string) => rows[row]?.[header.indexOf(name)];
  expect(rows.map((row) => row[0])).toEqual(every.map((_, at) => String(at + 1)));
  expect([cell(0, "verify_result"), cell(1, "verify_result")]).toEqual(["true", "N/A"]);
  const abstained = FailureCategory.options.indexOf("abstention") + 2;
  expect([cell(0, "success"), cell(2, "success"), cell(abstained, "success")]).toEqual([
    "True",
    "False",
    "abstained",
  ]);
  const unknown = FailureCategory.options.indexOf("authentication") + 2;
  expect(cell(unknown, "failure_category")).toBe("unexpected_error");
  expect(JSON.parse(cell(unknown, "failure_details_json") ?? "")).toEqual({
    karenina_category: "authentication",
    error_message: "a longer story",
  });
  expect(cell(unknown, "caveats")).toBe(
    "partial_content,embedding_override,parse_decision_malformed,retries_used",
  );
  expect(JSON.parse(cell(22, "question_specific_rubrics") ?? "")).toMatchObject({
    clear: true,
    found: { recall: 0.5 },
  });
  expect(cell(22, "rubric_summary")).toBe("3/9");
  expect(cell(24, "answering_model")).toBe("workspace_agent:m (fast) +[search]");
  expect(mapped).toEqual(
    expect.arrayContaining([
      { kind: "section", from: "deep_judgment", to: null, count: 1 },
      { kind: "extension", from: "citations", to: null, count: 1 },
      { kind: "trait", from: "agentic", to: "llm", count: 2 },
      { kind: "formula", from: "a text", to: "with an apostrophe", count: 21 },
    ]),
  );
});
