import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { runProgram } from "./run-command.ts";

const root = resolve(import.meta.dirname, "../..");
const example = join(root, "examples/spreadsheet");

test("the workbook of the example is what its table says; `npm run spreadsheet:build` writes it", async () => {
  const fresh = join(tmpdir(), `karenina-spreadsheet-${process.pid}.xlsx`);
  await runProgram(join(example, "build.ts"), fresh);
  expect((await readFile(fresh)).equals(await readFile(join(example, "questions.xlsx")))).toBe(true);
});
