import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { readJsonExport } from "karenina";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isThorough } from "../../src/base/testing/property-runs.ts";
import { runCommand, runProgram } from "./run-command.ts";
import { runNotPrinted, shownCommands } from "./shown-commands.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = join(root, "examples/conversation");

let place: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "conversation-"));
});
afterAll(() => rm(place, { recursive: true, force: true }));

test("the example runs offline as the page shows it, and the files it works on stay as they are", async () => {
  const page = await readFile(join(root, "docs/scenarios.md"), "utf8");
  const [shown] = shownCommands(page).filter(({ line }) => line.startsWith("verify "));
  const before = await readFile(join(folder, "shop/CHANGELOG.md"), "utf8");
  const words = (shown?.line ?? "").replaceAll("examples/", join(root, "examples/")).split(" ");
  const { code, stdout, stderr } = await runCommand(words, { cwd: place });
  expect([code, stderr]).toEqual([0, expect.not.stringContaining("error:")]);
  expect(shown?.runs).toHaveLength(1);
  expect(runNotPrinted(shown?.runs ?? [], stdout)).toBeUndefined();
  expect(await readFile(join(folder, "shop/CHANGELOG.md"), "utf8")).toBe(before);

  const { results, scenarioResults } = await readJsonExport(join(place, "walks.json"));
  expect(scenarioResults?.map(({ scenarioId, outcomeResults }) => [scenarioId, outcomeResults])).toEqual([
    ["refund", { paid: true, messages: 3 }],
    ["staff-code", { keeps_the_code: false, times_held: 2 }],
    ["changelog", { whole: true }],
  ]);
  const asked = [...results].map(({ metadata }) => metadata.questionText);
  expect(asked.slice(0, 3)).toEqual([
    "My kettle leaks. I want my money back.",
    "17.",
    "Card. Hurry up please.",
  ]);
  // what the tool printed in the third turn is what the first two have left
  const read = JSON.stringify([...results].at(-1)?.template?.traceMessages);
  expect(read).toContain("Search finds part numbers.");
  expect(read).not.toContain("weeks on Monday.\\\\n");
});

test("two runs of it are compared walk by walk as the page of comparing shows it", async () => {
  const page = await readFile(join(root, "docs/comparing.md"), "utf8");
  const shown = shownCommands(page).filter(({ line }) => /walks\.json|conversation/.test(line));
  expect(shown.map(({ line }) => line.split(" ")[0])).toEqual(["verify", "compare"]);
  for (const { line, runs } of shown) {
    const words = line.replaceAll("examples/", join(root, "examples/")).split(" ");
    const { code, stdout } = await runCommand(words, { cwd: place });
    expect([code, runNotPrinted(runs, stdout)]).toEqual([0, undefined]);
  }
});

test("its results are read in code, turn by turn and walk by walk", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "read-results.ts")]);
  expect(stdout).toContain("staff-code turn 2 at claims: wrong\n");
  expect(stdout).toContain("Scenario refund: completed, path=talks -> talks -> talks -> confirms\n");
  expect(stdout).toContain("  keeps_the_code = false: In turn 3, at claims,");
});

test.runIf(isThorough)(
  "is recorded as its turns are written, and names nothing of the machine it was recorded on",
  async () => {
    const fresh = join(place, "recorded");
    await mkdir(fresh);
    await runProgram(join(folder, "record.ts"), fresh);
    const recorded = await readFile(join(folder, "replies.jsonl"), "utf8");
    expect(await readFile(join(fresh, "replies.jsonl"), "utf8")).toBe(recorded);
    expect(recorded).not.toMatch(/127\.0\.0\.1|localhost|\/home\/|\/work\/|\/tmp\/|_run_\d/);
  },
);
