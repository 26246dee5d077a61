import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readJsonExport } from "karenina";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand, spawnCommand } from "./run-command.ts";

const root = resolve(import.meta.dirname, "../..");
const example = join(root, "examples/own-stages");

let place: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "karenina-own-stages-"));
});
afterAll(() => rm(place, { recursive: true, force: true }));

/** A copy of the example, with further files or without some of its own. */
async function project(name: string, files: Readonly<Record<string, string | null>> = {}): Promise<string> {
  const folder = join(place, name);
  await cp(example, folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    if (text === null) await rm(join(folder, file));
    else await writeFile(join(folder, file), text);
  }
  return folder;
}

const verify = (cwd: string, ...more: readonly string[]) =>
  runCommand(["verify", "benchmark.ts", "--preset", "offline.json", "--output", "cited.json", ...more], {
    cwd,
  });

/** A module that adds a stage which warns. */
const plugin = (name: string) => `
  import { defineConfig, defineStage } from "karenina";
  const stage = defineStage({
    name: "${name}", requires: [], produces: [], run: async () => ({ warnings: ["${name} was here"] }),
  });
  export default defineConfig({ stages: (builtIn) => builtIn.toSpliced(-1, 0, stage) });`;

const stagesOf = async (folder: string) => {
  const { results } = await readJsonExport(join(folder, "cited.json"));
  return results[0]?.stages.map(({ name }) => name) ?? [];
};

describe("docs/own-stages.md", () => {
  test("shows the files of the example", async () => {
    const page = await readFile(join(root, "docs/own-stages.md"), "utf8");
    const blocks = Array.from(page.matchAll(/```ts\n\/\/ ([\w.-]+)\n([\s\S]*?)```/g));
    expect(blocks).toHaveLength(2);
    for (const [, file = "", text] of blocks) expect(text).toBe(await readFile(join(example, file), "utf8"));
  });

  test("shows what its commands print", async () => {
    const page = await readFile(join(root, "docs/own-stages.md"), "utf8");
    const shown = /```text\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
    const cwd = await project("page");
    const parts = shown.split(/^\$ npx karenina (.+)\n/m).slice(1);
    expect(parts).toHaveLength(4);
    for (let at = 0; at < parts.length; at += 2) {
      const { code, stdout, stderr } = await runCommand((parts[at] ?? "").split(" "), { cwd });
      expect(code).toBe(0);
      for (const run of `\n${parts[at + 1]}`.split(/\n\.\.\.(?=\n)/).filter((text) => text.trim() !== ""))
        expect(`\n${stderr}${stdout}`).toContain(run.trimEnd());
    }
    const { results } = await readJsonExport(join(cwd, "cited.json"));
    expect(results.map(({ extensions }) => extensions)).toEqual([
      { citations: { cited: ["souers2013"], unknown: [] } },
      { citations: { cited: ["seymour2018", "kater2019"], unknown: ["kater2019"] } },
    ]);
  });
});

describe("modules of one's own", () => {
  test("each that is used is told, and its stages follow those of the ones before", async () => {
    const cwd = await project("plugins", { "a.ts": plugin("First"), "b.mjs": plugin("Second") });
    const { stderr } = await verify(cwd, "--plugin", "./a.ts", "--plugin", join(cwd, "b.mjs"));
    expect(stderr.match(/^note: .*$/gm)).toEqual([
      "note: karenina.config.ts is used.",
      "note: ./a.ts is used.",
      `note: ${join(cwd, "b.mjs")} is used.`,
    ]);
    expect((await stagesOf(cwd)).slice(-4)).toEqual(["CheckCitations", "First", "Second", "FinalizeResult"]);
  });

  test("--no-config leaves the configuration module out, and none is looked for elsewhere", async () => {
    const cwd = await project("none");
    const without = await verify(cwd, "--no-config");
    expect(without.stderr).not.toContain("note:");
    expect(await stagesOf(cwd)).not.toContain("CheckCitations");
    const below = join(cwd, "below");
    await mkdir(below);
    const run = await runCommand(
      ["verify", "../benchmark.ts", "--preset", "../offline.json", "--output", "cited.json"],
      { cwd: below },
    );
    expect(run).toMatchObject({ code: 0, stderr: expect.not.stringContaining("note:") });
    expect(await stagesOf(below)).not.toContain("CheckCitations");
  });

  test("a run goes on with the stages it began with, by the command that it prints", async () => {
    const failing = `
      import { defineConfig, defineStage } from "karenina";
      const stage = defineStage({ name: "Odd", requires: [], produces: [], run: async () => ({}) });
      export default defineConfig({ stages: (builtIn) => [stage, ...builtIn] });`;
    const cwd = await project("resumed", { "odd one.mts": failing });
    const log = "run.jsonl";
    const args = ["verify", "benchmark.ts", "--preset", "offline.json", "--plugin", "odd one.mts"];
    expect(await runCommand([...args, "--output", log], { cwd })).toMatchObject({ code: 0 });
    const other = await runCommand(["verify", "--resume", log], { cwd });
    expect(other).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        "other own stages (CheckCitations, Odd) than this one (CheckCitations)",
      ),
    });
    const again = await runCommand(["verify", "--resume", log, "--plugin", "odd one.mts"], { cwd });
    expect(again).toMatchObject({ code: 0 });
  });

  test("a log that nobody has sealed is gone on with where everything is named again", async () => {
    const cwd = await project("unsealed");
    const log = join(cwd, "run.jsonl");
    const args = ["verify", "benchmark.ts", "--preset", "offline.json"];
    expect(await runCommand([...args, "--output", log], { cwd })).toMatchObject({ code: 0 });
    const [first = "", ...rows] = (await readFile(log, "utf8")).split("\n");
    const { seal, ...header } = JSON.parse(first);
    expect(seal).toBeTypeOf("string");
    await writeFile(log, [JSON.stringify(header), ...rows].join("\n"));
    const again = await runCommand([...args, "--resume", log], { cwd });
    expect(again).toMatchObject({ code: 0, stderr: expect.not.stringContaining("own stages") });
    const without = await runCommand([...args, "--resume", log, "--no-config"], { cwd });
    expect(without).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("other own stages (CheckCitations) than this one (none)"),
    });
  });

  test("a preset names a search of the configuration module", async () => {
    const config = "export default { searchTools: { archive: async () => [] } };";
    const cwd = await project("searches", { "karenina.config.ts": config });
    const flags = ["--preset", "offline.json", "--deep-judgment", "--deep-judgment-search-tool", "archive"];
    const save = (...more: readonly string[]) =>
      runCommand(["preset", "save", "searching", ...flags, ...more], { cwd });
    const saved = await save();
    expect(saved).toMatchObject({ code: 0, stderr: "note: karenina.config.ts is used.\n" });
    expect(await readFile(join(cwd, "presets", "searching.json"), "utf8")).toContain(
      '"deep_judgment_search_tool": "archive"',
    );
    const without = await save("--force", "--no-config");
    expect(without).toMatchObject({ code: 0, stderr: expect.stringContaining("deep_judgment_search_tool") });
    expect(
      await runCommand(["verify", "benchmark.ts", "--preset", "searching", "--no-output"], { cwd }),
    ).toMatchObject({ code: 0 });
  });

  test("a stage that fails is named, and the run is no success", async () => {
    const failing = plugin("Failing").replace(
      '({ warnings: ["Failing was here"] })',
      "{ throw new Error('no luck'); }",
    );
    const cwd = await project("failing", { "a.ts": failing });
    const { code, stderr } = await verify(cwd, "--plugin", "a.ts");
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("The own stage Failing failed in 2 tasks: no luck"),
    ]);
  });

  const stage = (run: string) =>
    `export default { stages: (all) => all.toSpliced(-1, 0, { name: "Mine", requires: [], produces: [], run: ${run} }) };`;
  const args = [
    "verify",
    "benchmark.ts",
    "--preset",
    "offline.json",
    "--plugin",
    "a.mjs",
    "--output",
    "cited.json",
  ];
  const locksIn = async (cwd: string) => (await readdir(cwd)).filter((file) => file.includes(".lock"));

  test("a stage that can never return is named, and the results are written", async () => {
    const cwd = await project("hanging", { "a.mjs": stage("() => new Promise(() => {})") });
    const { code, stderr } = await spawnCommand(args, { cwd });
    expect(stderr).toContain("The own stage Mine failed in 2 tasks: Mine did not return");
    expect(code).toBe(1);
    expect(await stagesOf(cwd)).toContain("Mine");
    expect(await locksIn(cwd)).toEqual([]);
  });

  test("an error that reaches nobody ends the run in order", async () => {
    const late = `async () => {
      Promise.reject(new Error("late trouble"));
      await new Promise((done) => setTimeout(done, 1e6).unref());
    }`;
    const cwd = await project("late", { "a.mjs": stage(late) });
    const { code, stderr } = await spawnCommand(args, { cwd });
    expect(stderr).toMatch(/error: Code that no stage .* failed at file:.*a\.mjs:\d+:\d+: late trouble/);
    expect(stderr).toContain("Resume with: npx karenina verify --resume cited.json.jsonl --plugin a.mjs");
    expect(code).toBe(1);
    expect(await locksIn(cwd)).toEqual([]);
  });

  test("a run whose stage does not heed it ends when its process is asked to", async () => {
    const deaf = `() => {
      globalThis.asked ??= setTimeout(() => process.kill(process.pid, "SIGTERM"), 10);
      return new Promise((done) => setTimeout(done, 1e6));
    }`;
    const cwd = await project("deaf", {
      "a.mjs": stage(deaf),
    });
    const { code, stderr } = await spawnCommand(args, { cwd });
    expect(stderr).toContain("Resume with: ");
    expect(code).toBe(130);
    expect(await locksIn(cwd)).toEqual([]);
  });

  test.each<[string, Readonly<Record<string, string | null>>, readonly string[], RegExp]>([
    ["missing", {}, ["--plugin", "nowhere.ts"], /--plugin: there is no file .*nowhere\.ts/],
    [
      "throws",
      { "a.ts": "throw new Error('no luck');" },
      ["--plugin", "a.ts"],
      /a\.ts could not be loaded: no luck/,
    ],
    ["syntax", { "a.ts": "export default {" }, ["--plugin", "a.ts"], /a\.ts.*could not be loaded/],
    ["nothing", { "a.ts": "export const b = 1;" }, ["--plugin", "a.ts"], /it exports only b/],
    ["function", { "a.ts": "export default () => {};" }, ["--plugin", "a.ts"], /a value of type function/],
    ["unknown", { "a.ts": "export default { stage: [] };" }, ["--plugin", "a.ts"], /did you mean "stages"/],
    ["list", { "karenina.config.ts": "export default { stages: [] };" }, [], /stages: expected a function/],
    [
      "two",
      { "karenina.config.js": "export default {};" },
      [],
      /several configuration modules.*\.ts, .*\.js/,
    ],
    [
      "no-list",
      { "karenina.config.ts": "export default { stages: () => undefined };" },
      [],
      /The function `stages` gave no list of stages/,
    ],
  ])("what is wrong with one is said before anything is asked: %s", async (name, files, more, message) => {
    const cwd = await project(`wrong-${name}`, files);
    const { code, stdout, stderr } = await verify(cwd, ...more);
    expect(stderr).toMatch(message);
    expect([code === 1 || code === 2, stdout]).toEqual([true, ""]);
  });

  test("one works in a folder whose packages are CommonJS", async () => {
    const cwd = await project("commonjs", { "package.json": '{ "type": "commonjs" }' });
    expect(await verify(cwd)).toMatchObject({ code: 0 });
    expect(await stagesOf(cwd)).toContain("CheckCitations");
  });
});
