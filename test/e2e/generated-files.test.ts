import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { primitivesPage } from "../../scripts/primitives-page.ts";
import { messageTypes, resultTypes } from "../../scripts/result-types.ts";
import { renderSettingsFiles } from "../../scripts/settings-files.ts";
import { tablesPage } from "../../scripts/tables-page.ts";
import { snakeCase } from "../../src/base/index.ts";
import { benchmarkSchema } from "../../src/benchmark/yaml/benchmark-schema.ts";
import { presetSchema } from "../../src/config/index.ts";
import { renderSchema } from "../../src/result/index.ts";
import { templateSpecSchema } from "../../src/template/index.ts";
import { runCommand } from "./run-command.ts";

const root = resolve(import.meta.dirname, "../..");
const inExample = (name: string) => join(root, "examples/quickstart", name);
const quickstart = ["verify", inExample("benchmark.jsonld"), "--preset", inExample("offline.json")];

test("docs/primitives.md is what the code says; `npm run generate` writes it", async () => {
  expect(await readFile(join(root, "docs/primitives.md"), "utf8")).toBe(primitivesPage());
});

test("docs/tables.md is what the code says; `npm run generate` writes it", async () => {
  expect(await readFile(join(root, "docs/tables.md"), "utf8")).toBe(tablesPage());
});

const written = {
  ...renderSettingsFiles(),
  "src/trace/message-record.generated.ts": messageTypes(),
  "src/result/result-types.generated.ts": resultTypes(),
  "schemas/preset.schema.json": renderSchema(presetSchema()),
  "schemas/template.schema.json": renderSchema(templateSpecSchema()),
  "schemas/benchmark.schema.json": renderSchema(benchmarkSchema()),
};
test.each(Object.entries(written))(
  "%s is what rows and schemas say; `npm run generate` writes it",
  async (file, text) => {
    expect(await readFile(join(root, file), "utf8")).toBe(text);
    if (file.endsWith(".md")) expect(text.match(/<!-- settings: /g)?.length).toBeGreaterThan(5);
  },
);

const documented = [
  ...Object.keys(written).filter((file) => /(?:types|settings|record)\.generated\.ts$/.test(file)),
  ...["src/models/definition/model-interface.ts", "src/models/definition/sdk-language-model.ts"],
  ...["src/ports/llm.ts", "src/ports/agent.ts", "src/pipeline/stage.ts"],
];
test.each(documented)("every member of the exported interfaces of %s is documented", async (file) => {
  const source = await readFile(join(root, file), "utf8");
  // members of members stand in a line of their own where a generator writes them; by hand they may be arguments
  const member = file.endsWith(".generated.ts")
    ? /^ +readonly \w+\??: /
    : /^ {2}(?:readonly )?[\w[\].]+\??[:(]/;
  const lines = [...source.matchAll(/^export interface [\s\S]*?^}/gm)].flatMap(([text]) => text.split("\n"));
  const found = lines.flatMap((line, index) =>
    member.test(line) ? [{ line, above: lines[index - 1] }] : [],
  );
  expect(found.length).toBeGreaterThan(2);
  expect(found.filter(({ above }) => !above?.endsWith("*/")).map(({ line }) => line)).toEqual([]);
});

test("settings are documented by the names of code, without pointing to other texts", async () => {
  const text = await readFile(join(root, "src/config/settings/settings.generated.ts"), "utf8");
  const comments = text
    .split("\n")
    .filter((line) => /^ *\/?\*/.test(line))
    .join("\n");
  const names = [...text.matchAll(/readonly (\w+)\??:/g)].map(([, name = ""]) => snakeCase(name));
  const inFiles = [...comments.matchAll(/`[^`\n]+`/g)]
    .flatMap(([code]) => code.match(/[a-z]+(?:_[a-z]+)+/g) ?? [])
    .filter((name) => names.includes(name));
  expect(inFiles).toEqual([]);
  expect(comments).not.toMatch(/see below|: below|\bsee [A-Z]/i);
});

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
    line.replace(/\d+\.\d s\b/g, "0.0 s").replace(/-\d{8}T\d{6}Z-[0-9a-f]{6}/, "-TIME");
  const block = /```text\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  expect(lines(block).map(timeless)).toEqual(lines(shown.stdout).map(timeless));
});
