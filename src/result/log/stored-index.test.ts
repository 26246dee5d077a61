import { appendFile, mkdtemp, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openResultLog, openResultsFile, scanResultLog } from "../index.ts";
import { sampleResult } from "../testing/sample-result.ts";
import { sampleWalk } from "../testing/sample-walk.ts";
import { indexLog, lookThrough } from "./index-log.ts";
import { storedIndex, storeIndex } from "./stored-index.ts";

let folder = "";
let log = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "stored-index-"));
  log = path.join(folder, "run.jsonl");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const header = {
  benchmark: { name: "b", fingerprint: "f" },
  configFingerprint: "c",
  startedAt: "2025-01-02T03:04:05.000Z",
  scenarios: [],
};
const { walk, results } = sampleWalk();

async function writeLog(): Promise<void> {
  await using opened = await openResultLog(log, header);
  for (const [at, name] of ["b", "é😀", "a", "b"].entries()) {
    const metadata = { questionId: `q ${name}`, questionText: `${at} ${name}` };
    await opened.append(`task ${name}`, sampleResult({ metadata }), { place: at % 3 });
  }
  for (const [at, result] of results.entries())
    await opened.append(`w|${at}`, result, { walk: "w", place: 3 });
  await opened.appendWalk("w", walk);
}

const store = () => storeIndex(log, () => lookThrough(log), 0);
const index = `run.jsonl.index`;

test("what is kept beside a log is what looking through it finds", async () => {
  await writeLog();
  expect(await storedIndex(log)).toBeUndefined();
  await store();
  const { header: _, tornLine, ...lines } = await lookThrough(log);
  expect(tornLine).toBeNull();
  expect(await storedIndex(log)).toEqual(lines);
  expect([...((await storedIndex(log))?.places.keys() ?? [])]).toEqual([...lines.places.keys()]);
  expect(await indexLog(log)).toEqual(await lookThrough(log));
});

test("a short log has none, nor one whose last line was cut off", async () => {
  await writeLog();
  await storeIndex(log, () => lookThrough(log));
  expect(await storedIndex(log)).toBeUndefined();
  await appendFile(log, '{"task":"cut o');
  await store();
  expect(await storedIndex(log)).toBeUndefined();
});

test("a log that was changed is looked through, and one that is gone on with loses its index", async () => {
  await writeLog();
  await store();
  const { mtime } = await stat(log);
  await utimes(log, mtime, new Date(mtime.getTime() + 1));
  expect(await storedIndex(log)).toBeUndefined();
  await store();
  await using opened = await openResultLog(log, header);
  await expect(stat(path.join(folder, index))).rejects.toThrow("ENOENT");
  await opened.append("later", sampleResult({}));
  expect((await scanResultLog(log)).lineOfTask.get("later")).toBe(9);
});

test.each<[string, (text: string) => string]>([
  ["is no JSON", (text) => text.slice(5)],
  ["has another version", (text) => text.replace('"version":3', '"version":4')],
  ["is of a longer log", (text) => text.replace(/"bytes":\d/, '"bytes":9')],
  ["has lines beyond the end", (text) => text.replace(/"start":\[\d+/, '"start":[99999999')],
  ["has a line before the beginning", (text) => text.replace(/"start":\[\d+/, '"start":[-1')],
  ["has a task twice", (text) => text.replace('"task é😀"', '"task b"')],
  ["has fewer numbers than tasks", (text) => text.replace(/"length":\[\d+,/, '"length":[')],
  ["has a task that is no text", (text) => text.replace('"task b"', "7")],
  ["lacks lines", (text) => text.replace(/"results":\{.*?\}/, '"results":{}')],
  ["names other lines", (text) => text.replace('"task b"', '"task c"')],
])("an index that %s is not believed", async (_, change) => {
  await writeLog();
  await store();
  const text = await readFile(path.join(folder, index), "utf8");
  await writeFile(path.join(folder, index), change(text));
  expect(change(text)).not.toBe(text);
  expect(await storedIndex(log)).toBeUndefined();
  expect(await indexLog(log)).toEqual(await lookThrough(log));
});

test("results at one place are read alone", async () => {
  await writeLog();
  const opened = await openResultsFile(log, folder, () => {});
  const at = async (place: number) =>
    (await Array.fromAsync(opened.read(place))).map(({ metadata }) => metadata.questionText);
  expect(await at(0)).toEqual(["3 b"]);
  expect(await at(2)).toEqual(["2 a"]);
  expect(await at(9)).toEqual([]);
});
