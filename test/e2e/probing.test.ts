import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "./run-command.ts";
import { sampleProject } from "./sample-project.ts";
import { runNotPrinted, shownCommands } from "./shown-commands.ts";

const root = resolve(import.meta.dirname, "../..");
const quickstart = join(root, "examples/quickstart");

let project: Awaited<ReturnType<typeof sampleProject>>;
const run = (...args: readonly string[]) => runCommand(args, { cwd: project.folder });
beforeAll(async () => {
  project = await sampleProject();
  const preset = ["--preset", join(quickstart, "offline.json")];
  await run("verify", join(quickstart, "benchmark.jsonld"), ...preset, "--output", "quickstart.json");
});
afterAll(() => project[Symbol.asyncDispose]());

describe("probing", () => {
  const shown = async () => {
    const page = await readFile(join(root, "docs/probing.md"), "utf8");
    return shownCommands(page).map(({ line, runs }) => ({
      runs,
      args: line.split(" ").map((word) => (word.startsWith("examples/") ? join(root, word) : word)),
    }));
  };

  test("the page shows what its command prints, and nothing is left beside the run", async () => {
    const commands = await shown();
    expect(commands).toHaveLength(1);
    for (const { args, runs } of commands) {
      const { code, stdout, stderr } = await run(...args);
      expect({ code, stderr, missing: runNotPrinted(runs, stdout) }).toEqual({
        ...{ code: 0, stderr: "", missing: undefined },
      });
    }
    expect((await readdir(project.folder)).filter((name) => name.includes("probing"))).toEqual([]);
  });

  test("JSON has the figures, by the schema's names", async () => {
    const [{ args = [] } = {}] = await shown();
    const { code, stdout } = await run(...args, "--json");
    const report = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(report).toMatchObject({ judge: "recorded-judge", draws: 3, ended: null, language: "German" });
    expect(report.probes.map(({ probe }: { probe: string }) => probe)).toHaveLength(6);
    expect(report.probes[4].to_pass).toMatchObject({ changed: 1, of: 3 });
    expect(report.probes[1].left_out).toEqual([
      { reason: "its template has fewer than two fields", count: 9 },
    ]);
  });

  test("what cannot be probed is refused with what to do", async () => {
    const named = ["--benchmark", join(quickstart, "benchmark.jsonld")];
    const nobody = await run("probe", "quickstart.json", ...named);
    expect(nobody).toMatchObject({ code: 2, stdout: "" });
    expect(nobody.stderr).toContain("`probe` needs a judge.");
    const wrong = await run("probe", "quickstart.json", ...named, "--probes", "draws,colour");
    expect(wrong.stderr).toContain("There is no colour; there are draws, order,");
    const vendor = await run("probe", "quickstart.json", ...named, "--parsing-model", "m");
    expect(vendor.stderr).toContain('Nothing says who serves "m" (--parsing-model).');
  });

  test("where every judgment failed, that is said once and the command fails", async () => {
    const preset = [
      "--preset",
      join(quickstart, "offline.json"),
      "--replay",
      join(root, "examples/deep-judgment/judge.jsonl"),
    ];
    const named = [
      "--benchmark",
      join(quickstart, "benchmark.jsonld"),
      ...preset,
      "--evaluation-mode",
      "template_only",
      "--sample",
      "8",
      "--seed",
      "1",
      "--probes",
      "padding",
      "--quiet",
    ];
    const { code, stdout, stderr } = await run("probe", "quickstart.json", ...named);
    expect(code).toBe(1);
    expect(stderr).toContain("every judgment failed, so nothing can be said of the judge.");
    expect(stdout.match(/judgments? failed:/g)?.length).toBeLessThanOrEqual(4);
    expect(stdout).toMatch(/^padded, twice the words: \d+ judgments more failed for \d+ other reasons/m);
  });
});
