import { chmod, mkdir, mkdtemp, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ownCacheFolder } from "./own-cache-folder.ts";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "compile-cache-"));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const folder = () => ownCacheFolder({ HOME: home });

test("compiled code is kept in a folder of the user's cache that nobody else may write", async () => {
  expect(folder()).toBe(path.join(home, ".cache", "karenina"));
  expect((await stat(path.join(home, ".cache", "karenina"))).mode & 0o777).toBe(0o700);
  expect(ownCacheFolder({ HOME: "/nowhere", XDG_CACHE_HOME: home })).toBe(path.join(home, "karenina"));
});

test("nothing is kept in a folder that others may write, or that leads elsewhere", async () => {
  await mkdir(path.join(home, ".cache", "karenina"), { recursive: true });
  await chmod(path.join(home, ".cache", "karenina"), 0o777);
  expect(folder()).toBeUndefined();
  await rm(path.join(home, ".cache", "karenina"), { recursive: true });
  await mkdir(path.join(home, "elsewhere"), { mode: 0o777 });
  await symlink(path.join(home, "elsewhere"), path.join(home, ".cache", "karenina"));
  expect(folder()).toBeUndefined();
  await rm(path.join(home, ".cache"), { recursive: true });
  await mkdir(path.join(home, ".cache"));
  await chmod(path.join(home, ".cache"), 0o777);
  expect(folder()).toBeUndefined();
});

test("where nothing can be made nothing is kept", () => {
  expect(ownCacheFolder({ HOME: "/dev/null" })).toBeUndefined();
  expect(ownCacheFolder({ HOME: "relative" })).toBeUndefined();
  expect(ownCacheFolder({ XDG_CACHE_HOME: path.join(home, "missing", "cache") })).toBeUndefined();
  expect(ownCacheFolder({ XDG_CACHE_HOME: "/proc/a" })).toBeUndefined();
});
