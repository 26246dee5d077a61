import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { primitivesPage } from "../../scripts/primitives-page.ts";
import { messageTypes, resultTypes } from "../../scripts/result-types.ts";
import { renderSettingsFiles } from "../../scripts/settings-files.ts";
import { presetSchema } from "../../src/config/index.ts";
import { renderSchema } from "../../src/result/index.ts";
import { runCommand } from "./run-command.ts";

const root = resolve(import.meta.dirname, "../..");
const inExample = (name: string) => join(root, "examples/quickstart", name);
const quickstart = ["verify", inExample("benchmark.jsonld"), "--preset", inExample("offline.json")];

test("docs/primitives.md is what the code says; `npm run generate` writes it", async () => {
  expect(await readFile(join(root, "docs/primitives.md"), "utf8")).toBe(primitivesPage());
});

const written = {
  ...renderSettingsFiles(),
  "src/trace/message-record.generated.ts": messageTypes(),
  "src/result/result-types.generated.ts": resultTypes(),
  "schemas/preset.schema.json": renderSchema(presetSchema()),
};
test.each(Object.entries(written))(
  "%s is what rows and schemas say; `npm run generate` writes it",
  async (file, text) => {
    expect(await readFile(join(root, file), "utf8")).toBe(text);
    if (file.endsWith(".md")) expect(text.match(/<!-- settings: /g)?.length).toBeGreaterThan(5);
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
