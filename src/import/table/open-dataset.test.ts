import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDataset, readSuite, readTable } from "../index.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "karenina-dataset-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(files: { readonly [file: string]: string }) {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
}

const line = (question: string) => `${JSON.stringify({ question, answer: "a" })}\n`;

async function opened(split?: string) {
  const dataset = await openDataset(folder, { split });
  if (dataset === undefined) throw new Error("expected a folder");
  return dataset;
}

test("parts of a split are read in their order, and what describes the dataset is no data", async () => {
  await write({
    "README.md": "---\nconfigs: []\n---\n",
    "dataset_info.json": "{}",
    ".cache/train.jsonl": line("hidden"),
    "data/train-00001-of-00002.jsonl": line("b?") + line("c?"),
    "data/train-00000-of-00002.jsonl": line("a?"),
  });
  const dataset = await opened();
  expect(dataset).toMatchObject({ split: "train", splits: ["train"] });
  const table = await readTable(dataset);
  expect(table.source).toEqual({ format: "JSONL", split: "train", files: 2 });
  expect(table.rows).toEqual([
    { row: 1, cells: ["a?", "a"] },
    { row: 2, cells: ["b?", "a"] },
    { row: 3, cells: ["c?", "a"] },
  ]);
});

test("Parquet in folders of configurations; one split of several is to be named", async () => {
  await mkdir(join(folder, "easy/test"), { recursive: true });
  await mkdir(join(folder, "hard"), { recursive: true });
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const rows = (text: string) => `select '${text}' as question, ['x', 'y'] as choices, 'y' as answer`;
  for (const [file, text] of [
    ["easy/test/0000.parquet", "a?"],
    ["easy/test/0001.parquet", "b?"],
    ["hard/test-00000-of-00001-0123abcd.parquet", "c?"],
  ])
    await connection.run(`copy (${rows(text ?? "")}) to '${join(folder, file ?? "")}' (format parquet)`);
  connection.closeSync();
  await expect(openDataset(folder)).rejects.toMatchObject({
    message: expect.stringMatching(/ has 2 splits\.$/),
    hint: 'Name one with --split: "easy/test", "hard/test".',
  });
  await expect(openDataset(folder, { split: "hard/tset" })).rejects.toMatchObject({
    message: expect.stringMatching(/ has no split "hard\/tset", did you mean "hard\/test"\?$/),
  });
  const chosen = await openDataset(folder, { chooseSplit: async ([first = ""]) => first });
  const suite = await readSuite(chosen ?? "");
  expect(suite?.questions.map(({ question }) => question)).toMatchObject(
    [/^a\?/, /^b\?/].map((start) => expect.stringMatching(start)),
  );
});

test("tables of two forms are two splits", async () => {
  await write({ "train.csv": "question,answer\na?,1\n", "train.jsonl": line("b?"), "data.json": "[]" });
  const dataset = await opened("train.csv");
  expect(dataset.splits).toEqual(["data", "train.csv", "train.jsonl"]);
  expect((await readTable(dataset)).rows).toEqual([{ row: 2, cells: ["a?", "1"] }]);
});

test("links to folders are not followed, so that none leads round", async () => {
  await write({ "test.jsonl": line("a?") });
  await symlink(folder, join(folder, "again"));
  expect((await opened()).splits).toEqual(["test"]);
});

test.each<[string, { readonly [file: string]: string }, string, string]>([
  ["nothing", { "README.md": "x" }, "is a folder without data", "folder of a dataset"],
  [
    "Arrow",
    { "train/data-00000-of-00001.arrow": "x", "state.json": "{}" },
    "in Arrow files, which are not read",
    "to_parquet",
  ],
  [
    "a part that is missing",
    { "train-00000-of-00003.jsonl": line("a?") },
    "has 3 files, of which 1 is there",
    "Fetch",
  ],
  [
    "a pointer",
    { "train.parquet": "version https://git-lfs.github.com/spec/v1\noid sha256:0\n" },
    "is a pointer of Git LFS",
    "git lfs pull",
  ],
])("%s is told, with what to do", async (_, files, message, hint) => {
  await write(files);
  await expect(openDataset(folder)).rejects.toMatchObject({
    ...{
      code: "invalid_input",
      message: expect.stringContaining(message),
      hint: expect.stringContaining(hint),
    },
  });
});

test("a file is no folder, and several tables with headers are not joined", async () => {
  await write({ "train-00000-of-00002.csv": "q\n1\n", "train-00001-of-00002.csv": "q\n2\n" });
  expect(await openDataset(join(folder, "train-00000-of-00002.csv"))).toBeUndefined();
  await expect(readTable(await opened())).rejects.toMatchObject({
    message: expect.stringContaining("a split of several .csv files is not read"),
  });
});
