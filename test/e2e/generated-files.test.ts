import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { primitivesPage } from "../../scripts/primitives-page.ts";
import { runCommand } from "./run-command.ts";

const quickstart = [
  ...["verify", "examples/quickstart/benchmark.jsonld"],
  ...["--preset", "examples/quickstart/offline.json", "--no-output", "--quiet"],
];

const root = resolve(import.meta.dirname, "../..");

test("docs/primitives.md is what the code says; `npm run generate` writes it", async () => {
  expect(await readFile(join(root, "docs/primitives.md"), "utf8")).toBe(primitivesPage());
});

test("the README shows what the quickstart prints", async () => {
  const [readme, shown] = await Promise.all([
    readFile(join(root, "README.md"), "utf8"),
    runCommand(quickstart, { cwd: root }),
  ]);
  const lines = (text: string) =>
    text
      .split("\n")
      .map((line) => line.trimEnd())
      .filter((line) => line !== "");
  const timeless = (line: string) => line.replace(/[\d.]+ s$/, "s");
  const block = /```text\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  expect(lines(block).map(timeless)).toEqual(lines(shown.stdout).map(timeless));
});
