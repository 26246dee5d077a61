import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lockOutput } from "./output-lock.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "karenina-lock-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a log is written by one run at a time, and free again afterwards", async () => {
  const file = join(folder, "run.jsonl");
  {
    await using _lock = await lockOutput(file);
    await expect(lockOutput(file)).rejects.toMatchObject({
      code: "file_unwritable",
      message: expect.stringContaining(`${file} is being written by another run`),
    });
  }
  {
    await using _again = await lockOutput(file);
  }
  expect(await readdir(folder)).toEqual([]);
});

test("a lock that cannot be taken says which file is in the way", async () => {
  const file = join(folder, "notes.jsonl");
  await writeFile(`${file}.lock`, "my notes, which are long enough to be read");
  await expect(lockOutput(file)).rejects.toMatchObject({
    code: "file_unwritable",
    message: expect.stringContaining(`${file}.lock`),
    hint: expect.stringContaining("locks"),
  });
});
