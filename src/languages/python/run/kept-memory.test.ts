import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keptMemory } from "./kept-memory.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "kept-memory-"));
  await writeFile(path.join(folder, "package.json"), '{"version":"1.0.0"}');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

let made = 0;
const make = async () => {
  made += 1;
  return Buffer.from(`memory ${made}`);
};
const memory = async (programs = "a", place: string | undefined = folder) =>
  (await keptMemory({ pyodide: folder, programs, memoryBytes: 1 }, make, place)).toString();
const keptFiles = async () => (await readdir(folder)).filter((name) => name.endsWith(".memory"));

test("the memory is made once, and again for other programs, for another version and where it is damaged", async () => {
  const first = await memory();
  expect(await memory()).toBe(first);
  const [file = ""] = await keptFiles();
  await writeFile(path.join(folder, file), (await readFile(path.join(folder, file))).subarray(0, -1));
  const second = await memory();
  expect(second).not.toBe(first);
  expect(await memory()).toBe(second);
  expect(await memory("b")).not.toBe(second);
  expect(await keptFiles()).toHaveLength(1);
  const third = await memory("b");
  await writeFile(path.join(folder, "package.json"), '{"version":"1.0.1"}');
  expect(await memory("b")).not.toBe(third);
});

test("where nothing can be kept it is made each time", async () => {
  const nowhere = path.join(folder, "missing");
  const first = await memory("a", nowhere);
  expect(await memory("a", nowhere)).not.toBe(first);
});
