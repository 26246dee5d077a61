import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FromFile } from "../../base/index.ts";
import { openResultsFile, readJsonExport, VerificationResultSet } from "../index.ts";
import { walkedRun, walkedScenarios } from "../testing/walked-run.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "exported-walks-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Records = Record<string, unknown>[];

/** Opens an export of walks of which the list was changed, and gives what was told and how many walks it has. */
async function opened(change: (walks: Records) => unknown) {
  const { walks, results } = walkedRun(["small"]);
  const told = { benchmark: null, verificationConfig: null, rubricDefinition: null };
  const header = new FromFile({ ...told, scenarios: walkedScenarios });
  const file = path.join(folder, "run.json");
  await new VerificationResultSet(results, { scenarioResults: walks, header }).save(file);
  const content = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify({ ...content, scenario_results: change(content.scenario_results) }));
  const warnings: string[] = [];
  const open = await openResultsFile("run.json", folder, (warning) => warnings.push(warning));
  const read = await Array.fromAsync(open.walks());
  await Array.fromAsync(open.walks());
  return { warnings, walks: read.length, unreadable: open.unreadable(), file };
}

test("walks of an export that contradict their turns or their graph are told once each", async () => {
  expect(await opened((walks) => walks)).toMatchObject({ warnings: [], walks: 6, unreadable: 0 });
  // a part of a run holds some turns only
  expect(await opened((walks) => walks.slice(1))).toMatchObject({ warnings: [], walks: 5 });
  const changed = await opened(([first, second, ...rest]) => [
    { ...first, path: ["asks"] },
    { ...second, ended_by: 99 },
    ...rest,
  ]);
  expect(changed).toMatchObject({ walks: 6, unreadable: 0 });
  expect(changed.warnings).toEqual([
    expect.stringMatching(
      /^the record of the walk scenario refund-flow, .* in run\.json tells 2 turns and names 1 node of 2: it was changed, or damaged\./,
    ),
    expect.stringContaining("has ended by an edge that does not lead to the end"),
  ]);
  const [turn] = (
    await opened(([first, ...rest]) => {
      const history = Array.isArray(first?.history) ? first.history : [];
      return [{ ...first, history: history.map((one) => ({ ...one, verify_result: false })) }, ...rest];
    })
  ).warnings;
  expect(turn).toContain("says something else of turn 1 than its result");
});

test("records that are no walks are left out, listed and counted; in code they are an error", async () => {
  const { warnings, walks, unreadable, file } = await opened((all) => [{ status: "lost" }, ...all.slice(1)]);
  expect({ walks, unreadable }).toEqual({ walks: 5, unreadable: 1 });
  expect(warnings).toEqual([
    expect.stringMatching(
      /^1 of the 6 rows of scenario_results of run\.json are no walks and are left out: .*scenario_results 1/,
    ),
  ]);
  await expect(readJsonExport(file)).rejects.toThrow(/scenario_results 1/);
  await expect(opened(() => ({ walks: [] }))).rejects.toThrow(
    "scenario_results: expected the walks through scenarios as a list, found an object.",
  );
});
