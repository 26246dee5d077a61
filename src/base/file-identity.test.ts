import { link, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isSameFile } from "./file-identity.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "file-identity-"));
  await mkdir(path.join(folder, "real"));
  await symlink("real", path.join(folder, "linked"));
  await writeFile(path.join(folder, "real", "a.json"), "a");
  await link(path.join(folder, "real", "a.json"), path.join(folder, "hard.json"));
  await symlink("linked/a.json", path.join(folder, "soft.json"));
  await symlink("linked/../real/later.json", path.join(folder, "dangling.json"));
  await symlink("loop.json", path.join(folder, "loop.json"));
  await symlink("/dev/null", path.join(folder, "null.json"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.each([
  ["real/a.json", "real/../real/a.json", true],
  ["real/a.json", "linked/a.json", true],
  ["real/a.json", "soft.json", true],
  ["real/a.json", "hard.json", true],
  ["soft.json", "hard.json", true],
  ["real/later.json", "linked/later.json", true],
  ["real/later.json", "dangling.json", true],
  ["real/none/x.json", "linked/none/x.json", true],
  ["loop.json", "loop.json", true],
  ["loop.json", "real/a.json", false],
  ["real/a.json", "real/later.json", false],
  ["real/later.json", "later.json", false],
  // what is written to a device replaces nothing
  ["null.json", "/dev/null", false],
])("%s and %s: one file is %s", async (one, other, expected) => {
  const place = (name: string) => path.resolve(folder, name);
  expect(await isSameFile(place(one), place(other))).toBe(expected);
});
