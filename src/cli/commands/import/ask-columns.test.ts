import { expect, test } from "vitest";
import type { Table } from "../../../import/index.ts";
import { scriptedPrompts } from "../../interactive/testing/scripted-prompts.ts";
import { askColumns } from "./ask-columns.ts";

const table = (...columns: readonly string[]): Table => ({
  ...{ name: "t.csv", source: { format: "CSV" }, columns, notes: [], cellProblems: [] },
  rows: [{ row: 2, cells: columns.map((column) => `a ${column}`) }],
});

test("what columns are is shown, and taken when it is right", async () => {
  const prompts = scriptedPrompts([["Is that right?", true]]);
  const choice = await askColumns(prompts, table("Question", "Answer", "Level"), {});
  expect(choice).toMatchObject({ question: "Question", answer: "Answer", properties: ["Level"] });
  expect(prompts.notes.join("\n")).toContain("properties  Level");
  prompts.done();
});

test("what is not right is asked, column by column, and shown again", async () => {
  const prompts = scriptedPrompts([
    ["Is that right?", false],
    ["holds the question?", "="],
    ["holds the expected answer?", "Gold"],
    ["holds an id?", "="],
    ["holds keywords?", "Topic"],
    ["who wrote", "="],
    ["looked up", "="],
    ["notes about", "="],
    ["Is that right?", true],
  ]);
  const choice = await askColumns(prompts, table("Question", "Answer", "Gold", "Topic"), {});
  expect(choice).toMatchObject({
    ...{ question: "Question", answer: "Gold", properties: ["Answer"] },
    keywords: [{ column: "Topic", separator: "," }],
  });
  prompts.done();
});

test("columns that no name tells are asked for at once", async () => {
  const prompts = scriptedPrompts([
    ["holds the question?", "B"],
    ["holds the expected answer?", "A"],
    ["holds an id?", "="],
    ["holds keywords?", "="],
    ["who wrote", "="],
    ["looked up", "="],
    ["notes about", "="],
    ["Is that right?", true],
  ]);
  expect(await askColumns(prompts, table("A", "B"), {})).toMatchObject({ question: "B", answer: "A" });
  prompts.done();
});
