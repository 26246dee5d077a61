import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { primitivesPage } from "../../scripts/primitives-page.ts";
import { messageTypes, resultTypes } from "../../scripts/result-types.ts";
import { settingFlags } from "../../scripts/settings-flags.ts";
import { renderPage, settingPages } from "../../scripts/settings-pages.ts";
import { settingsTypes } from "../../scripts/settings-types.ts";
import { runCommand } from "./run-command.ts";

const root = resolve(import.meta.dirname, "../..");
const inExample = (name: string) => join(root, "examples/quickstart", name);
const quickstart = ["verify", inExample("benchmark.jsonld"), "--preset", inExample("offline.json")];

test("docs/primitives.md is what the code says; `npm run generate` writes it", async () => {
  expect(await readFile(join(root, "docs/primitives.md"), "utf8")).toBe(primitivesPage());
});

test.each([
  ["src/config/settings/settings.generated.ts", settingsTypes],
  ["src/cli/setting-flags.generated.ts", settingFlags],
  ["src/trace/message-record.generated.ts", messageTypes],
  ["src/result/result-types.generated.ts", resultTypes],
])("%s is what rows and schemas say; `npm run generate` writes it", async (file, text) => {
  expect(await readFile(join(root, file), "utf8")).toBe(text());
});

test.each(settingPages)(
  "the tables of %s are what the rows say; `npm run generate` writes them",
  async (page) => {
    const text = await readFile(join(root, page), "utf8");
    expect(text).toBe(renderPage(text));
    expect(text.match(/<!-- settings: /g)?.length).toBeGreaterThan(5);
  },
);

test("the README shows what the quickstart prints", async () => {
  const folder = await mkdtemp(join(tmpdir(), "karenina-readme-"));
  const [readme, shown] = await Promise.all([
    readFile(join(root, "README.md"), "utf8"),
    runCommand(quickstart, { cwd: folder }),
  ]).finally(() => rm(folder, { recursive: true, force: true }));
  const lines = (text: string) =>
    text
      .split("\n")
      .map((line) => line.trimEnd())
      .filter((line) => line !== "");
  const timeless = (line: string) =>
    line.replace(/[\d.]+ s$/, "s").replace(/-\d{8}T\d{6}Z-[0-9a-f]{6}/, "-TIME");
  const block = /```text\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  expect(lines(block).map(timeless)).toEqual(lines(shown.stdout).map(timeless));
});
