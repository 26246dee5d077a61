import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { resultToJson } from "../../../result/index.ts";
import { sampleResult } from "../../../result/testing/sample-result.ts";
import { capturedIo } from "../../testing/captured-io.ts";
import { show } from "../show/show.ts";
import { resultsSave } from "./results-save.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "results-save-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const row = resultToJson(sampleResult());
const read = (name: string) => readFile(path.join(folder, name), "utf8");

test("a results file is written in another form, and what it says of its run stays", async () => {
  const metadata = { verification_config: { evaluation_mode: "template_only" } };
  await writeFile(
    path.join(folder, "in.json"),
    JSON.stringify({ format_version: "2.2", metadata, results: [row] }),
  );
  const io = capturedIo({ workingDirectory: folder });
  expect(await resultsSave("in.json", "own.json", {}, io)).toBe(0);
  expect(io.out()).toBe(`Wrote ${path.join(folder, "own.json")}\n`);
  expect(JSON.parse(await read("own.json"))).toMatchObject({
    format_version: "karenina-1",
    metadata,
    results: [{ metadata: { completed_without_errors: true } }],
  });
  await resultsSave("own.json", "python.json", { outputFormat: "karenina-2.2" }, io);
  expect(io.err()).toBe("note: python.json: 2 × interface openai: unknown there, kept by name\n");
  const python = JSON.parse(await read("python.json"));
  expect(python).toMatchObject({ format_version: "2.2", metadata });
  expect(python.metadata.job_summary).toMatchObject({ total_questions: 1, successful_count: 1 });
  expect(python.results[0].metadata).not.toHaveProperty("completed_without_errors");
  await resultsSave("python.json", "out.csv", {}, io);
  expect(await read("out.csv")).toMatch(/^question_id,success,/);
  await expect(resultsSave("own.json", "python.json", {}, io)).rejects.toThrow(/python\.json exists/);
  await expect(resultsSave("own.json", "out.txt", {}, io)).rejects.toThrow(/neither \.json nor \.csv/);
  await expect(resultsSave("own.json", "out.parquet", {}, io)).rejects.toMatchObject({
    message: "out.parquet is neither .json nor .csv.",
    hint: expect.stringMatching(/^Add --table results, or another/),
  });
  await resultsSave("own.json", "python.csv", { outputFormat: "karenina-2.2" }, io);
  expect(await read("python.csv")).toMatch(/^row_index,question_id,question_text,/);
});

test.each([
  ["no/out.json", {}],
  ["no/out.csv", {}],
  ["no/out.csv", { table: "results" }],
  ["no/out.parquet", { table: "results" }],
  ["no/out.parquet", { table: "results", overwrite: true }],
])("a folder that is missing is named: %s %j", async (target, options) => {
  await writeFile(path.join(folder, "in.json"), JSON.stringify([row]));
  const io = capturedIo({ workingDirectory: folder });
  await expect(resultsSave("in.json", target, options, io)).rejects.toMatchObject({
    code: "file_unwritable",
    message: `Cannot write ${path.join(folder, target)}: there is no folder ${path.join(folder, "no")}.`,
  });
});

test("a link to the results is not what they are written to", async () => {
  const source = JSON.stringify([row]);
  await writeFile(path.join(folder, "in.json"), source);
  await symlink("in.json", path.join(folder, "out.csv"));
  const io = capturedIo({ workingDirectory: folder });
  await expect(resultsSave("in.json", "out.csv", { overwrite: true }, io)).rejects.toThrow(
    `${path.join(folder, "out.csv")} is the same file as ${path.join(folder, "in.json")}`,
  );
  expect(await read("in.json")).toBe(source);
});

test.each([
  ["in.json", {}],
  ["in.jsonl", { table: "results" }],
])("the results that are read are never replaced: %s %j", async (name, options) => {
  const source = JSON.stringify([row]);
  await writeFile(path.join(folder, name), source);
  const io = capturedIo({ workingDirectory: folder });
  await expect(resultsSave(name, `./${name}`, { ...options, overwrite: true }, io)).rejects.toThrow(
    `${path.join(folder, name)} holds what it would be made of.`,
  );
  expect(await read(name)).toBe(source);
});

test("rows that are no results are left out, counted and named", async () => {
  await writeFile(path.join(folder, "in.json"), JSON.stringify([row, { metadata: {} }, row]));
  const io = capturedIo({ workingDirectory: folder });
  expect(await resultsSave("in.json", "out.json", {}, io)).toBe(0);
  expect(JSON.parse(await read("out.json")).results).toHaveLength(2);
  const shown = capturedIo({ workingDirectory: folder });
  expect(await show("in.json", {}, shown)).toBe(0);
  for (const { err } of [io, shown])
    expect(err()).toMatch(
      /^warning: 1 of the 3 rows of in\.json are no results and are left out: .*result 2/,
    );
});

test("rows on lines are no log", async () => {
  await writeFile(path.join(folder, "rows.jsonl"), `${JSON.stringify(row)}\n${JSON.stringify(row)}\n`);
  const io = capturedIo({ workingDirectory: folder });
  expect(await resultsSave("rows.jsonl", "out.json", {}, io)).toBe(0);
  expect(JSON.parse(await read("out.json")).results).toHaveLength(2);
});

test("formulas stay as they are on request, and settings say of no file where it lies on this machine", async () => {
  const answering_models = [{ model_name: "m", replay_file: path.join(folder, "calls.jsonl") }];
  const said = sampleResult({ metadata: { questionText: "=1+1" } });
  const metadata = { verification_config: { answering_models } };
  await writeFile(path.join(folder, "in.json"), JSON.stringify({ metadata, results: [resultToJson(said)] }));
  const io = capturedIo({ workingDirectory: folder });
  await resultsSave("in.json", "plain.csv", {}, io);
  await resultsSave("in.json", "exact.csv", { formulas: "keep" }, io);
  expect(await read("plain.csv")).toContain(",'=1+1,");
  expect(await read("exact.csv")).toContain(",=1+1,");
  await resultsSave("in.json", "out.json", {}, io);
  expect(JSON.parse(await read("out.json")).metadata.verification_config).toEqual({
    answering_models: [{ model_name: "m", replay_file: "calls.jsonl" }],
  });
  await expect(resultsSave("in.json", "o.json", { formulas: "keep" }, io)).rejects.toThrow(/for \.csv/);
});
