import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { llmTrait } from "../../rubric/index.ts";
import { Benchmark, type Leftover } from "../../verify/index.ts";
import { columnsOf } from "../report/columns.ts";
import { runCommandLine } from "../run-command-line.ts";
import { capturedIo } from "../testing/captured-io.ts";
import { leftoverLines } from "./workspace/leftover-lines.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "list-width-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What a command prints at a terminal so wide. */
async function shownAt(columns: number, ...argv: readonly string[]): Promise<readonly string[]> {
  let out = "";
  const stdout = {
    isTTY: true,
    columns,
    write(text: string) {
      out += text;
    },
  };
  const io = capturedIo({ workingDirectory: folder, stdout });
  expect(await runCommandLine(argv, { ...io, clock: async () => io.clock }, "1.2.3")).toBe(0);
  return out.trimEnd().split("\n");
}

const widest = (lines: readonly string[]) => Math.max(...lines.map(columnsOf));
const words = (lines: readonly string[]) => lines.join(" ").split(/\s+/);

test.each([80, 100])("benchmark show stays within %i columns and keeps every word", async (columns) => {
  const benchmark = Benchmark.create({ name: "Wide" });
  const question = "Which protein is the putative direct target of venetoclax in people?";
  benchmark.addQuestion({ id: "question-one", question, rawAnswer: "x", workspacePath: "tasks/one" });
  benchmark.setGlobalRubric([
    llmTrait({
      name: "mechanism_coverage",
      description: "?",
      kind: "boolean",
      deepJudgmentEnabled: true,
      includeGroundTruth: true,
    }),
  ]);
  await benchmark.save(path.join(folder, "b.jsonld"));
  const lines = await shownAt(columns, "benchmark", "show", "b.jsonld");
  expect(widest(lines)).toBeLessThanOrEqual(columns);
  const asked = ["putative", "direct", "target", "tasks/one", "question-one", "mechanism_coverage"];
  expect(words(lines)).toEqual(expect.arrayContaining([...asked, "reference"]));
});

test("preset list stays within 80 columns and keeps every word", async () => {
  const name = "a preset with a name of many words that goes on and on until no line can hold it all";
  await mkdir(path.join(folder, "presets"));
  await writeFile(path.join(folder, "presets", `${name}.json`), "{}");
  const lines = await shownAt(80, "preset", "list");
  expect(widest(lines)).toBeLessThanOrEqual(80);
  expect(words(lines)).toEqual(expect.arrayContaining(name.split(" ")));
});

test("workspace list stays within 80 columns; a path stays in one piece", () => {
  const place = `/tmp/${"folder/".repeat(8)}workspace`;
  const leftover: Leftover = {
    path: place,
    recordFile: `${place}.json`,
    state: "abandoned",
    purpose: "judge",
    source: null,
    createdAt: "2026-01-02T00:00:00Z",
    processId: 1,
    host: "h",
    sizeBytes: 1500,
  };
  const lines = leftoverLines([leftover], Date.UTC(2026, 0, 2), { width: 80 });
  expect(widest(lines)).toBeLessThanOrEqual(80);
  expect(words(lines)).toContain(place);
});

test.each([
  ["verify", "--help"],
  ["init", "--help"],
  ["preset", "save", "--help"],
])("what %s %s %s says of options stays within 80 columns", async (...argv) => {
  const shown = await shownAt(80, ...argv.filter((word) => word !== undefined));
  const before = shown.slice(0, shown.indexOf("Examples:") === -1 ? undefined : shown.indexOf("Examples:"));
  expect(widest(before)).toBeLessThanOrEqual(80);
});
