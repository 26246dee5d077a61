import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lockLog } from "./log-lock.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "karenina-lock-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a log is written by one at a time, and free again afterwards", async () => {
  const file = join(folder, "run.jsonl");
  {
    await using _lock = await lockLog(file);
    await expect(lockLog(file)).rejects.toMatchObject({
      code: "file_unwritable",
      message: expect.stringContaining(`is being written by process ${process.pid}`),
    });
  }
  await using _again = await lockLog(file);
});

test("what a process that has ended left behind is taken over", async () => {
  const file = join(folder, "killed.jsonl");
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  await writeFile(
    `${file}.lock`,
    JSON.stringify({ pid, host: hostname(), since: "2026-01-01T00:00:00.000Z" }),
  );
  {
    await using _lock = await lockLog(file);
  }
  expect(await readdir(folder)).toEqual([]);
});

test("a lock from another machine is not taken over", async () => {
  const file = join(folder, "elsewhere.jsonl");
  await writeFile(
    `${file}.lock`,
    JSON.stringify({ pid: 1, host: "another", since: "2026-01-01T00:00:00.000Z" }),
  );
  await expect(lockLog(file)).rejects.toMatchObject({
    hint: expect.stringContaining("elsewhere.jsonl.lock"),
  });
});
