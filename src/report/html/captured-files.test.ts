import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openCaptures } from "./captured-files.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "karenina-captures-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("files are found by the id of their result, in order, and links are not followed", async () => {
  const top = path.join(folder, "a__b__00ff");
  await mkdir(path.join(top, "src"), { recursive: true });
  await writeFile(path.join(top, "src", "b.txt"), "two");
  await writeFile(path.join(top, "a.txt"), "one 💊");
  await writeFile(path.join(top, "image"), Buffer.from([1, 0, 2]));
  await writeFile(path.join(folder, "secret"), "secret");
  await symlink(path.join(folder, "secret"), path.join(top, "link"));
  const captures = await openCaptures(folder);
  expect(await captures.filesOf("00ff")).toEqual([
    { path: "a.txt", bytes: 8, text: "one 💊", isCut: false },
    { path: "image", bytes: 3, text: null, isCut: false },
    { path: "src/b.txt", bytes: 3, text: "two", isCut: false },
  ]);
  expect(await captures.filesOf("other")).toEqual([]);
});

test("of long files the beginning is kept, and of very many only some", async () => {
  const top = path.join(folder, "a__1");
  await mkdir(top);
  for (let at = 0; at < 110; at++)
    await writeFile(path.join(top, `f${String(at).padStart(3, "0")}`), "x".repeat(40_000));
  const files = await (await openCaptures(folder)).filesOf("1");
  expect(files).toHaveLength(100);
  expect(files[0]).toMatchObject({ bytes: 40_000, isCut: true });
  expect(files[0]?.text).toHaveLength(32 * 1024);
  expect(files.reduce((sum, { text }) => sum + (text?.length ?? 0), 0)).toBe(256 * 1024);
  expect(files.at(-1)).toMatchObject({ text: null, isCut: true });
});

test("a folder that is not there is said", async () => {
  await expect(openCaptures(path.join(folder, "none"))).rejects.toThrow("Cannot read the folder");
});
