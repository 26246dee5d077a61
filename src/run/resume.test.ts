import { fork } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Task, taskKey } from "../pipeline/index.ts";
import { openResultLog, readResultLogEntries } from "../result/index.ts";
import { countEarlierPart } from "./earlier-part.ts";
import { readResumeState } from "./resume.ts";
import { samplePlan, sampleResult } from "./testing/sample-run.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "karenina-resume-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const header = {
  benchmark: { name: "Targets", fingerprint: "b" },
  configFingerprint: "c",
  startedAt: "2026-01-01T00:00:00.000Z",
};
const same = { benchmarkFingerprint: "b", configFingerprint: "c" };

async function writeLog(
  lines: readonly (readonly [Task, Parameters<typeof sampleResult>[1]?])[],
): Promise<string> {
  const file = join(folder, "run.jsonl");
  await using log = await openResultLog(file, header);
  for (const [task, category] of lines) await log.append(taskKey(task), sampleResult(task, category));
  return file;
}

function tasksOf(...questions: string[]): Task[] {
  return [...samplePlan({ questions }, { ordering: "generation_order" }).tasks()];
}

test("finished tasks are those with a whole line", async () => {
  const [first, second, third] = tasksOf("q1", "q2", "q3");
  if (!first || !second || !third) throw new Error("three tasks expected");
  const file = await writeLog([[first], [second, "content"]]);
  await appendFile(file, `{"task":${JSON.stringify(taskKey(third))},"result":{"meta`);
  const state = await readResumeState(file, same);
  expect([...state.finished]).toEqual([taskKey(first), taskKey(second)]);
  expect(state).toMatchObject({
    repeated: new Set(),
    tornLine: 4,
    header: { benchmark: { name: "Targets" } },
    earlier: { outcomes: { pass: 1, wrong: 1 }, costUsd: null },
  });
  expect([...state.earlier.models.values()]).toEqual([state.earlier.outcomes]);
});

test("design 9.16: another benchmark or other settings are refused by name", async () => {
  const file = await writeLog([]);
  await expect(readResumeState(file, { ...same, benchmarkFingerprint: "x" })).rejects.toMatchObject({
    code: "configuration",
    message: `Cannot resume ${file}: since that run was started, the benchmark has changed.`,
    hint: expect.stringContaining("start a new run into another file"),
  });
  await expect(readResumeState(file, { ...same, configFingerprint: "x" })).rejects.toThrow(
    "the settings have changed.",
  );
  await expect(readResumeState(file, { benchmarkFingerprint: "x", configFingerprint: "x" })).rejects.toThrow(
    "the benchmark has changed and the settings have changed.",
  );
});

test("results of tasks that the run does not have, or of other questions, are refused", async () => {
  const [first, second] = tasksOf("q1", "q2");
  if (!first || !second) throw new Error("two tasks expected");
  const file = await writeLog([[first], [second]]);
  const tasks = new Set([taskKey(first)]);
  await expect(readResumeState(file, { ...same, tasks })).rejects.toMatchObject({
    code: "invalid_input",
    message: `Cannot resume ${file}: it has a result of the task ${JSON.stringify(taskKey(second))}, which this run does not have.`,
    hint: "Remove the line to go on without that result.",
  });
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace(`"task":${JSON.stringify(taskKey(second))}`, `"task":"q3|x|y|"`));
  await expect(readResumeState(file, same)).rejects.toThrow(
    'the line of the task "q3|x|y|" has a result of the question "q2"',
  );
});

describe("retryFailed", () => {
  test("repeats tasks whose infrastructure failed, and only those", async () => {
    const [network, wrong, pass, unreadable] = tasksOf("q1", "q2", "q3", "q4");
    if (!network || !wrong || !pass || !unreadable) throw new Error("four tasks expected");
    const file = await writeLog([
      [network, "connection"],
      [wrong, "content"],
      [pass],
      [unreadable, "parsing"],
    ]);
    expect((await readResumeState(file, same)).finished.size).toBe(4);
    const state = await readResumeState(file, { ...same, retryFailed: true });
    expect([...state.repeated]).toEqual([taskKey(network)]);
    expect([...state.finished]).toEqual([wrong, pass, unreadable].map(taskKey));
  });

  test("looks at the last line of a task only", async () => {
    const [task] = tasksOf("q1");
    if (!task) throw new Error("a task expected");
    const file = await writeLog([[task, "connection"], [task]]);
    const state = await readResumeState(file, { ...same, retryFailed: true });
    expect(state).toMatchObject({ repeated: new Set(), finished: new Set([taskKey(task)]) });
  });
});

test("a run that ended before it wrote anything has nothing finished; a missing log is an error", async () => {
  const file = join(folder, "empty.jsonl");
  await writeFile(file, "");
  const earlier = countEarlierPart().part();
  const nothing = {
    header: null,
    finished: new Set(),
    walks: new Map(),
    earlier,
    repeated: new Set(),
    tornLine: null,
    doubts: [],
    besideTurns: new Map(),
  };
  expect(await readResumeState(file, same)).toEqual(nothing);
  await writeFile(file, '{"format":"karenina-results","version":1,"bench');
  expect(await readResumeState(file, same)).toEqual(nothing);
  await expect(readResumeState(join(folder, "none.jsonl"), same)).rejects.toMatchObject({
    code: "file_not_found",
  });
});

test("killed in the middle and resumed: every task is in the log once, finished ones are not run again", async () => {
  const log = join(folder, "killed.jsonl");
  const executed = join(folder, "executed.txt");
  const start = (hangAfter: number) =>
    fork(fileURLToPath(new URL("./testing/killable-run.ts", import.meta.url)), [
      log,
      executed,
      String(hangAfter),
    ]);
  const begun = async () => (await readFile(executed, "utf8")).trimEnd().split("\n");

  const killed = start(13);
  const exit = once(killed, "exit");
  const [told] = await Promise.race([once(killed, "message"), exit]);
  expect(told).toBe("hanging");
  killed.kill("SIGKILL");
  expect(await exit).toEqual([null, "SIGKILL"]);
  const firstRun = await begun();
  const { finished } = await readResumeState(log, same);
  expect(finished.size).toBeGreaterThan(0);
  expect(finished.size).toBeLessThan(40);
  await appendFile(log, '{"task":"torn","result":{"metad');

  const again = start(1000);
  expect(await once(again, "exit")).toEqual([0, null]);
  const secondRun = (await begun()).slice(firstRun.length);

  expect(secondRun.filter((key) => finished.has(key))).toEqual([]);
  const repeated = secondRun.filter((key) => firstRun.includes(key));
  expect(repeated.sort()).toEqual(firstRun.filter((key) => !finished.has(key)).sort());
  expect(repeated.length).toBeLessThanOrEqual(8);

  const keys: string[] = [];
  for await (const { task } of readResultLogEntries(log)) keys.push(task);
  const planned = samplePlan({
    questions: Array.from({ length: 20 }, (_, at) => `q${at}`),
    judges: ["j1", "j2"],
  });
  expect(keys.sort()).toEqual(Array.from(planned.tasks(), taskKey).sort());
  expect((await readFile(log, "utf8")).trimEnd().split("\n")).toHaveLength(41);
});
