import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { compareModels, compareRuns, displayString, judgeReliability, openResultsFile } from "karenina";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firstCases, isThorough } from "../../src/base/testing/property-runs.ts";
import { snakeKeys } from "../../src/cli/snake-keys.ts";
import { openResultLog, type VerificationResult } from "../../src/result/index.ts";
import { walkedRun, walkedScenarios } from "../../src/result/testing/walked-run.ts";
import { runCommand } from "../e2e/run-command.ts";
import { differingNumbers, type Exempt, ratesOutside } from "./every-number.ts";
import { holm } from "./formulas.ts";
import { generatedRun } from "./generated-run.ts";
import { draws, recomputeComparison } from "./recompute-comparison.ts";
import { recomputeReliability } from "./recompute-reliability.ts";
import { failuresOf, recomputeSummary, resultNumbers } from "./recompute-summary.ts";
import { recomputeWalkComparison } from "./recompute-walk-comparison.ts";
import { recomputeWalks } from "./recompute-walks.ts";
import { exportRows, type Rows } from "./rows.ts";

const root = resolve(import.meta.dirname, "../..");
let folder: string;

const quickstart = () => runExample("quickstart");
const deepJudgment = () => runExample("deep-judgment");

async function runExample(name: string): Promise<string> {
  const example = join(root, "examples", name);
  const flags = [
    "--preset",
    join(example, "offline.json"),
    "--output",
    `${name}.json`,
    "--overwrite",
    "--quiet",
  ];
  const run = await runCommand(["verify", join(example, "benchmark.jsonld"), ...flags], { cwd: folder });
  expect(run.code).toBe(0);
  return join(folder, `${name}.json`);
}

async function generated(): Promise<string> {
  const file = join(folder, "generated.jsonl");
  const header = {
    benchmark: { name: "generated", fingerprint: "f" },
    configFingerprint: "c",
    startedAt: "2025-01-02T03:04:05.000Z",
  };
  await using log = await openResultLog(file, header);
  for (const result of generatedRun()) await log.append(result.metadata.resultId, result);
  return file;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "karenina-recompute-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What rows do not hold. */
const exempt: readonly Exempt[] = [
  {
    path: /^(overall|pairs\[.*?\])\.traits\[.*?\]\.values\[.*?\]\.(min|max)$/,
    why: "ends of a scale: said by the rubric, not computed",
  },
  { path: /\.counts\[.*?\]\.count$/, value: 0, why: "a class that no result has: said by the rubric" },
  { path: /\.counts\[.*?\]\.interval\.(low|high)$/, why: "of a class that no result has" },
  { path: /^run\.unreadable$/, value: 0, why: "rows that are no results are not exported" },
  { path: /^seed$/, why: "a setting" },
];

test("a number that differs, is not recomputed, or is not printed is found", () => {
  const printed = {
    list: [
      { name: "x", n: 1, more: 2 },
      { name: "y", n: 3, none: null },
    ],
    rate: 0.5,
  };
  const found = differingNumbers(printed, {
    list: [
      { name: "y", n: 4, none: 1 },
      { name: "x", n: 1, other: 0 },
    ],
    rate: 0.5,
  });
  expect(found).toMatchObject({ compared: 2 });
  expect(found.wrong).toEqual([
    "list[x].more: 2 was not recomputed",
    "list[y].n: printed 3, from rows 4",
    "list[y].none: printed null, from rows 1",
    "list[x].other: 0 from rows is not printed",
  ]);
  expect(ratesOutside({ rate: 0.5, interval: { low: 0.6, high: 1 } })).toHaveLength(1);
});

test("the example of docs/statistics.md gives what stands there", async () => {
  const page = await readFile(join(root, "docs/statistics.md"), "utf8");
  const [, sql = "", answer] =
    /## By hand[\s\S]*?```sql\n([\s\S]*?)```\n+```\n([\s\S]*?)```/.exec(page) ?? [];
  const { stdout } = await runCommand(["query", await quickstart(), sql], { cwd: folder });
  expect(stdout).toBe(answer);
});

const runs: readonly (readonly [string, () => Promise<string>, number])[] = firstCases(1, [
  ["a run of three models, two judges and three replicates", generated, 2000],
  ["the quickstart", quickstart, 300],
  ["the example of deep judgment", deepJudgment, 200],
]);

describe.each(runs)("of %s", (_, make, least) => {
  let file: string;
  beforeAll(async () => {
    file = await make();
  });

  test("every number of the summary follows from exported rows", async () => {
    const opened = await openResultsFile(file, folder, () => {});
    await using rows = await exportRows(() => opened.read());
    const printed = JSON.parse((await runCommand(["summary", file, "--json"], { cwd: folder })).stdout);
    const { wrong, compared } = differingNumbers(printed, await recomputeSummary(rows), exempt);
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(least);
    expect(ratesOutside(printed)).toEqual([]);
  });
});

test.runIf(isThorough)(
  "every number of a run of scenarios beside questions follows from exported rows",
  async () => {
    const { walks, results: turns } = walkedRun();
    // one model and judge: what several come to is shown above
    const questions = generatedRun().filter(
      ({ metadata }) => metadata.answering.modelName === "swift" && metadata.parsing.modelName === "strict",
    );
    const file = join(folder, "walked.jsonl");
    const log = await openResultLog(file, {
      benchmark: { name: "walked", fingerprint: "f" },
      configFingerprint: "c",
      startedAt: "2025-01-02T03:04:05.000Z",
      scenarios: walkedScenarios,
    });
    for (const result of [...turns, ...questions]) await log.append(result.metadata.resultId, result);
    for (const [at, walk] of walks.slice(1).entries()) await log.appendWalk(`${at}`, walk);
    await log[Symbol.asyncDispose]();
    const printed = JSON.parse((await runCommand(["summary", file, "--json"], { cwd: folder })).stdout);
    await using rows = await exportRows(() => questions, walks.slice(1));
    // turns of one scenario are taken together, as answers to one question are elsewhere
    const together = turns.map(({ metadata, ...rest }) => ({
      ...rest,
      metadata: { ...metadata, questionId: metadata.scenarioId ?? "" },
    }));
    await using turnRows = await exportRows(() => turns);
    await using clusteredRows = await exportRows(() => together);
    const summary = await recomputeSummary(rows);
    const replicates = new Set([...questions, ...turns].flatMap(({ metadata }) => metadata.replicate ?? []));
    const recomputed = {
      ...summary,
      run: {
        questions: new Set(questions.map(({ metadata }) => metadata.questionId)).size,
        replicates: replicates.size,
        finished: questions.length + walks.length - 1,
      },
      scenarios: {
        ...(await recomputeWalks(rows)),
        turns: {
          ...(await resultNumbers(clusteredRows)),
          failures: await failuresOf(turnRows),
          unended: walks[0]?.turnCount,
        },
      },
    };
    const exemptTurns = exempt.map((one) => ({
      ...one,
      path: new RegExp(one.path.source.replace("^(", "^(scenarios.turns.)?(")),
    }));
    const { wrong, compared } = differingNumbers(printed, recomputed, [...exempt, ...exemptTurns]);
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(1000);
    expect(ratesOutside(printed)).toEqual([]);
  },
);

test("every number of a comparison of walks follows from exported rows", async () => {
  const { walks, results } = walkedRun();
  const { sides, pairs, ...counts } = await compareModels(results, { walks, resamples: draws });
  const compared = pairs[0]?.walks ?? null;
  await using rows = await exportRows(() => results, walks);
  const expected = await recomputeWalkComparison(rows, sides[0] ?? "", sides[1] ?? "");
  const others = [expected.completed, ...expected.outcomes, ...expected.measures];
  for (const family of [[expected.successful], others]) {
    const tested = family.flatMap(({ test: found }) => found ?? []);
    const adjusted = holm(tested.map(({ p_value }) => p_value));
    for (const [at, found] of tested.entries()) Object.assign(found, { adjusted_p: adjusted[at] });
  }
  expect(counts).toMatchObject({ tests: 7, passTests: 0, successTests: 1, walkTests: 6 });
  const names = [
    "successful",
    "completed",
    "outcomes",
    "measures",
    "matched",
    "leftOutA",
    "leftOutB",
    "leftOutBoth",
  ];
  const parts = Object.entries(compared ?? {}).filter(([name]) => names.includes(name));
  const printed = JSON.parse(JSON.stringify(snakeKeys(Object.fromEntries(parts))));
  const found = differingNumbers(printed, expected, exempt);
  expect(found.wrong).toEqual([]);
  expect(found.compared).toBeGreaterThan(80);
  expect(ratesOutside(printed)).toEqual([]);
});

describe("of the generated run", () => {
  const recomputed = async (
    results: readonly VerificationResult[],
    computed: unknown,
    recompute: (rows: Rows) => Promise<unknown>,
  ) => {
    await using rows = await exportRows(() => results);
    const printed = JSON.parse(JSON.stringify(snakeKeys(computed)));
    const { wrong, compared } = differingNumbers(printed, await recompute(rows), exempt);
    expect(wrong).toEqual([]);
    expect(ratesOutside(printed)).toEqual([]);
    return compared;
  };

  test("every number of a comparison of models, or of runs, follows from exported rows", async () => {
    const results = generatedRun();
    const comparison = await compareModels(results, { resamples: draws });
    expect(
      comparison.pairs.map(
        ({ broken, mended, newFailures }) => [broken, mended, newFailures].flat().length > 2,
      ),
    ).toEqual([true, true, true]);
    expect(await recomputed(results, comparison, recomputeComparison)).toBeGreaterThan(1000);
    const runs = comparison.sides.map((name) => ({
      name,
      results: results.filter(({ metadata }) => displayString(metadata.answering) === name),
    }));
    expect(await compareRuns(runs, { resamples: draws })).toEqual(comparison);
  });

  test.runIf(isThorough)("every number on how far judges agree follows from exported rows", async () => {
    const results = generatedRun(9);
    const reliability = await judgeReliability(results);
    expect(reliability.between.some(({ doubtful, atStake }) => doubtful && atStake > 0)).toBe(true);
    expect(await recomputed(results, reliability, recomputeReliability)).toBeGreaterThan(300);
  });
});
