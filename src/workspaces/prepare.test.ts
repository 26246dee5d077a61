import { existsSync, lstatSync, readdirSync } from "node:fs";
import { rm, symlink } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { contentOf, namesIn, testFolder } from "./testing/test-folder.ts";

const request = (source: string | null) => ({ questionId: "q1", source, replicate: null });

describe("preconditions", () => {
  test("a source needs a root", async () => {
    await using folder = await testFolder();
    await using provider = folder.provider({ root: null });
    await expect(provider.prepare(request("task"))).rejects.toMatchObject({
      code: "configuration",
      hint: "Give the benchmark a workspace root.",
    });
  });

  test("the root has to be a folder", async () => {
    await using folder = await testFolder();
    await folder.write({ "root/file": "x" });
    await using missing = folder.provider({ root: path.join(folder.root, "nowhere") });
    await expect(missing.prepare(request(null))).rejects.toMatchObject({ code: "file_not_found" });
    await using file = folder.provider({ root: path.join(folder.root, "file") });
    await expect(file.prepare(request(null))).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("a source has to be there", async () => {
    await using folder = await testFolder();
    await using provider = folder.provider();
    await expect(provider.prepare(request("task"))).rejects.toMatchObject({
      code: "file_not_found",
      message: expect.stringContaining(path.join(folder.root, "task")),
      hint: expect.any(String),
    });
  });

  test.each([
    "../outside",
    "a/../../outside",
    "a/../b",
    "/etc",
    "C:\\x",
    "",
    ".",
    "./",
    "a\0b",
    ".ssh",
    "a/.aws",
  ])("%j is no source", async (source) => {
    await using folder = await testFolder();
    await folder.write({ "root/a/f": "1", "root/b/f": "1" });
    await using provider = folder.provider();
    await expect(provider.prepare(request(source))).rejects.toMatchObject({
      code: "invalid_input",
      hint: expect.any(String),
    });
    expect(namesIn(folder.root)).toEqual(["a", "a/f", "b", "b/f"]);
  });

  test("a source that leads out through a link is none, one that stays inside is", async () => {
    await using folder = await testFolder();
    await folder.write({ "outside/task/f": "1", "root/real/f": "2", "root/file": "3" });
    await symlink(path.join(folder.outside, "task"), path.join(folder.root, "out"));
    await symlink(folder.outside, path.join(folder.root, "way"));
    await symlink("real", path.join(folder.root, "alias"));
    await symlink(".", path.join(folder.root, "self"));
    await using provider = folder.provider();
    for (const source of ["out", "way/task", "self", "file"])
      await expect(provider.prepare(request(source))).rejects.toMatchObject({ code: "invalid_input" });
    const workspace = await provider.prepare(request("alias"));
    expect(contentOf(workspace.path)).toEqual(contentOf(path.join(folder.root, "real")));
  });

  test("captures need a folder", async () => {
    await using folder = await testFolder();
    expect(() => folder.provider({ output: { mode: "full", dir: null, exclude: [] } })).toThrow(
      expect.objectContaining({ code: "configuration" }),
    );
  });
});

describe("the folder", () => {
  test("a copy lies beside its source and is named after the run", async () => {
    await using folder = await testFolder();
    await folder.write({ "root/sets/task/a.txt": "A" });
    await using provider = folder.provider({ processId: 77 });
    const first = await provider.prepare(request("sets/task"));
    const second = await provider.prepare({ ...request("sets/task"), replicate: 3 });
    const third = await provider.prepare({ ...request("sets/task"), replicate: 3 });
    const beside = (name: string) => path.join(folder.root, "sets", name);
    expect(first).toMatchObject({
      path: beside("task_run_20260102T030405_pid77"),
      isCopy: true,
      source: beside("task"),
    });
    expect(second.path).toBe(beside("task_run_20260102T030405_pid77_rep3"));
    expect(third.path).toBe(beside("task_run_20260102T030405_pid77_rep3_2"));
  });

  test("without copying it is the question's own, and stays", async () => {
    await using folder = await testFolder();
    await folder.write({ "root/task/a.txt": "A" });
    await using provider = folder.provider({ copy: false });
    const workspace = await provider.prepare(request("task"));
    expect(workspace).toMatchObject({ path: path.join(folder.root, "task"), isCopy: false });
    expect(await workspace.release()).toEqual([]);
    expect(namesIn(folder.root)).toEqual(["task", "task/a.txt"]);
  });

  test("without a source it is new and empty, in the root or among the temporary files", async () => {
    await using folder = await testFolder();
    await using rooted = folder.provider({ processId: 77 });
    const inRoot = await rooted.prepare({ questionId: "urn:uuid:q-1", source: null, replicate: null });
    expect(inRoot.path).toBe(path.join(folder.root, "urn_uuid_q-1_run_20260102T030405_pid77"));
    expect(readdirSync(inRoot.path)).toEqual([]);
    {
      await using rootless = folder.provider({ root: null });
      const temporary = await rootless.prepare(request(null));
      expect(temporary).toMatchObject({ isCopy: true, source: null });
      expect(path.relative(folder.temporary, temporary.path)).toMatch(/^karenina-[^/]+\/q1_run_/);
      expect(lstatSync(path.dirname(temporary.path)).mode & 0o077).toBe(0);
    }
    expect(namesIn(folder.temporary)).toEqual([]);
  });

  test("a link in the place for temporary workspaces is refused", async () => {
    await using folder = await testFolder();
    await using first = folder.provider({ root: null });
    const workspace = await first.prepare(request(null));
    const place = path.dirname(workspace.path);
    await first[Symbol.asyncDispose]();
    await symlink(folder.outside, place);
    await using second = folder.provider({ root: null });
    await expect(second.prepare(request(null))).rejects.toMatchObject({ code: "configuration" });
    expect(namesIn(folder.outside)).toEqual([]);
    await rm(place);
  });

  test("100 at once have names of their own, and nothing is left of them", async () => {
    await using folder = await testFolder();
    await folder.write({ "root/task/a.txt": "A", "root/task/b/c.txt": "C" });
    const before = contentOf(folder.root);
    await using provider = folder.provider();
    const workspaces = await Promise.all(
      Array.from({ length: 100 }, (_, at) => provider.prepare(request(at % 2 === 0 ? "task" : null))),
    );
    expect(new Set(workspaces.map(({ path }) => path)).size).toBe(100);
    expect(contentOf(workspaces[0]?.path ?? "")).toEqual(contentOf(path.join(folder.root, "task")));
    await Promise.all(workspaces.slice(0, 50).map((workspace) => workspace.release()));
    await provider[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
    expect(contentOf(folder.root)).toEqual(before);
    await expect(provider.prepare(request(null))).rejects.toMatchObject({ code: "cancelled" });
  });

  test("two providers in one root do not disturb each other", async () => {
    await using folder = await testFolder();
    await folder.write({ "root/task/a.txt": "A" });
    const before = contentOf(folder.root);
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        await using provider = folder.provider();
        const workspace = await provider.prepare(request("task"));
        const copy = await workspace.copy();
        expect(readdirSync(copy.path)).toEqual(["a.txt"]);
      }),
    );
    expect(contentOf(folder.root)).toEqual(before);
  });

  test("a cancelled copy is removed", async () => {
    await using folder = await testFolder();
    const numbers = Array.from({ length: 100 }, (_, at) => at);
    for (const at of numbers) await folder.write({ [`root/task/${at}/f.txt`]: "x" });
    const before = contentOf(folder.root);
    await using provider = folder.provider();
    const cancelled = new AbortController();
    const prepared = provider.prepare({ ...request("task"), signal: cancelled.signal });
    const begun = (run: string) =>
      numbers.some((at) => existsSync(path.join(folder.root, run, String(at), "f.txt")));
    const watch = setInterval(() => {
      if (readdirSync(folder.root).some((name) => name.includes("_run_") && begun(name)))
        cancelled.abort(new Error("no more"));
    });
    await expect(prepared).rejects.toThrow("no more");
    clearInterval(watch);
    await provider[Symbol.asyncDispose]();
    expect(contentOf(folder.root)).toEqual(before);
  });

  test("copies of questions that lie in this one's folder are not copied along", async () => {
    await using folder = await testFolder();
    await folder.write({
      "root/task/inner/a.txt": "A",
      "root/task/mine_run_20260101T000000_pid1/b.txt": "B",
    });
    await using provider = folder.provider();
    await provider.prepare(request("task/inner"));
    const outer = await provider.prepare(request("task"));
    expect(readdirSync(outer.path)).toEqual(["inner", "mine_run_20260101T000000_pid1"]);
  });
});
