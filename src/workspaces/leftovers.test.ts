import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, rename, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Clock } from "../base/index.ts";
import { type Processes, systemProcesses } from "./area/processes.ts";
import { listLeftovers, removeLeftovers } from "./index.ts";
import { childRun } from "./testing/child-run.ts";
import { contentOf, type TestFolder, testClock, testFolder } from "./testing/test-folder.ts";

const request = { questionId: "q1", source: "task", replicate: null };
const records = (folder: TestFolder) => path.join(folder.root, ".karenina-workspaces");

/** Runs source that has a provider and can end its process as `kill -9` does. */
const killed = (folder: TestFolder, source: string, options: object = {}) =>
  childRun(
    `import fs from "node:fs";
     const kill = () => { process.kill(process.pid, "SIGKILL"); for (;;); };
     const provider = createWorkspaceProvider({ ...args.options, clock: systemClock });
     ${source}`,
    {
      request,
      root: folder.root,
      options: {
        ...{ root: folder.root, temporary: folder.temporary, copy: true, cleanup: true },
        output: { mode: "none", dir: null, exclude: [] },
        ...options,
      },
    },
  );

async function withTask(files = 1): Promise<TestFolder> {
  const folder = await testFolder();
  for (let at = 0; at < files; at++) await folder.write({ [`root/task/d${at}/f`]: "x".repeat(1000) });
  return folder;
}

describe("after kill -9", () => {
  test("during the copying: originals untouched, the partial copy listed and removed", async () => {
    await using folder = await withTask(400);
    const before = contentOf(folder.root);
    const run = await killed(
      folder,
      `setInterval(() => {
         const made = fs.readdirSync(args.root).find((name) => name.includes("_run_"));
         if (made !== undefined && fs.readdirSync(args.root + "/" + made).length > 20) kill();
       });
       await provider.prepare(args.request);
       console.log("finished");`,
    );
    expect(run).toMatchObject({ signal: "SIGKILL", stdout: "" });
    const { leftovers } = await listLeftovers({ root: folder.root });
    const task = path.join(folder.root, "task");
    expect(leftovers).toMatchObject([
      { state: "abandoned", purpose: "answer", source: task, processId: run.processId },
    ]);
    expect(contentOf(task)).toEqual(
      Object.fromEntries(
        Object.entries(before)
          .filter(([name]) => name.startsWith("task/"))
          .map(([name, content]) => [name.slice("task/".length), content]),
      ),
    );
    expect(await removeLeftovers(leftovers, { root: folder.root })).toEqual({
      removed: leftovers,
      stayed: [],
    });
    expect(contentOf(folder.root)).toEqual(before);
  });

  test("later: workspace and judge's copy are removed, links in them are not followed", async () => {
    await using folder = await withTask();
    await folder.write({ "outside/secret": "S" });
    const before = contentOf(folder.root);
    await killed(
      folder,
      `const workspace = await provider.prepare(args.request);
       const copy = await workspace.copy();
       fs.symlinkSync(${JSON.stringify(folder.outside)}, workspace.path + "/out");
       fs.symlinkSync(args.root, copy.path + "/out");
       fs.mkdirSync(copy.path + "/closed", { mode: 0 });
       kill();`,
    );
    const { leftovers } = await listLeftovers({ root: folder.root });
    expect(leftovers.map(({ purpose }) => purpose)).toEqual(["judge", "answer"]);
    expect(leftovers.map(({ sizeBytes }) => sizeBytes)).toEqual([1000, 1000]);
    await removeLeftovers(leftovers, { root: folder.root });
    expect(contentOf(folder.root)).toEqual(before);
    expect(readFileSync(path.join(folder.outside, "secret"), "utf8")).toBe("S");
  });

  test("among the temporary files, and while capturing", async () => {
    await using folder = await withTask(200);
    await killed(
      folder,
      `const workspace = await provider.prepare({ ...args.request, source: null });
       for (let at = 0; at < 300; at++) await workspace.writeText("d" + at + "/f", "x");
       const staged = ${JSON.stringify(folder.captures)} + "/.karenina-workspaces/captures";
       setInterval(() => {
         const [made] = fs.existsSync(staged) ? fs.readdirSync(staged) : [];
         if (made !== undefined && fs.existsSync(staged + "/" + made + "/new/d7/f")) kill();
       });
       await workspace.capture({ questionId: "q", resultId: "r", runName: null, replicate: null, answering: "", parsing: "" });
       kill();`,
      { root: null, output: { mode: "full", dir: folder.captures, exclude: [] } },
    );
    const place = { root: null, temporary: folder.temporary };
    const { leftovers } = await listLeftovers(place);
    expect(leftovers).toMatchObject([{ state: "abandoned", source: null }]);
    await removeLeftovers(leftovers, place);
    expect(readdirSync(folder.temporary)).toEqual([]);
    const captures = await listLeftovers({ root: folder.captures });
    await removeLeftovers(captures.leftovers, { root: folder.captures });
    expect(readdirSync(folder.captures).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("before anything was copied: the empty folder, or none, and its record go", async () => {
    await using folder = await withTask();
    const before = contentOf(folder.root);
    await killed(
      folder,
      "await provider.prepare(args.request); await provider.prepare(args.request); kill();",
    );
    const [first = "", second = ""] = readdirSync(records(folder)).map((name) =>
      path.join(records(folder), name),
    );
    for (const file of [first, second]) writeFileSync(file, `${readFileSync(file, "utf8").split("\n")[0]}\n`);
    const { leftovers } = await listLeftovers({ root: folder.root });
    // without its identity a folder is removed only when it is empty
    expect((await removeLeftovers(leftovers, { root: folder.root })).stayed).toHaveLength(2);
    const [one, two] = leftovers;
    if (one === undefined || two === undefined) throw new Error("two are listed");
    rmSync(path.join(one.path, "d0"), { recursive: true });
    rmSync(two.path, { recursive: true });
    expect(await removeLeftovers(leftovers, { root: folder.root })).toMatchObject({ stayed: [] });
    expect(contentOf(folder.root)).toEqual(before);
  });

  test("before anything was written down: an empty record is no trouble, and goes once nobody can be writing it", async () => {
    await using folder = await testFolder();
    const file = path.join(records(folder), "task_run_20260102T030405_pid7.jsonl");
    await folder.write({ "root/.karenina-workspaces/task_run_20260102T030405_pid7.jsonl": "" });
    expect(await listLeftovers({ root: folder.root })).toEqual({ leftovers: [], problems: [] });
    await removeLeftovers([], { root: folder.root });
    expect(existsSync(file)).toBe(true);
    const later: Clock = { ...testClock, now: () => Date.now() + 3_600_000 };
    await removeLeftovers([], { root: folder.root, clock: later });
    expect(contentOf(folder.root)).toEqual({});
  });
});

describe("whose process", () => {
  test("a running one's folders stay", async () => {
    await using folder = await withTask();
    await using provider = folder.provider();
    const workspace = await provider.prepare(request);
    const { leftovers } = await listLeftovers({ root: folder.root });
    expect(leftovers).toMatchObject([{ state: "running", processId: process.pid }]);
    const { removed, stayed } = await removeLeftovers(leftovers, {
      root: folder.root,
      also: ["kept", "elsewhere"],
    });
    expect(removed).toEqual([]);
    expect(stayed).toMatchObject([{ reason: "its run still works" }]);
    expect(existsSync(workspace.path)).toBe(true);
  });

  test("a number that a later process has got does not count", async () => {
    await using folder = await withTask();
    const earlier: Processes = {
      ...systemProcesses,
      identify: async (processId) => ({ ...(await systemProcesses.identify(processId)), start: "1" }),
    };
    await using provider = folder.provider({ processes: earlier });
    await provider.prepare(request);
    expect((await listLeftovers({ root: folder.root })).leftovers).toMatchObject([{ state: "abandoned" }]);
  });

  test.each([
    ["another start of this machine", { boot: "b" }, "abandoned"],
    ["another machine", { boot: "b", host: "h" }, "elsewhere"],
    ["another container", { namespace: "n" }, "elsewhere"],
  ] as const)("of %s", async (_name, other, state) => {
    await using folder = await withTask();
    const processes: Processes = {
      ...systemProcesses,
      identify: async (processId) => ({ ...(await systemProcesses.identify(processId)), ...other }),
    };
    await using provider = folder.provider({ processes });
    await provider.prepare(request);
    const { leftovers } = await listLeftovers({ root: folder.root });
    expect(leftovers).toMatchObject([{ state }]);
    const first = await removeLeftovers(leftovers, { root: folder.root });
    expect(first.removed).toHaveLength(state === "abandoned" ? 1 : 0);
    const second = await removeLeftovers(leftovers, { root: folder.root, also: ["elsewhere"] });
    expect(second.stayed).toEqual([]);
  });

  test("what a run was told to leave is removed only when asked for", async () => {
    await using folder = await withTask();
    const before = contentOf(folder.root);
    const run = await killed(
      folder,
      "await provider.prepare(args.request); await provider[Symbol.asyncDispose]();",
      {
        cleanup: false,
      },
    );
    expect(run).toMatchObject({ code: 0 });
    const { leftovers } = await listLeftovers({ root: folder.root });
    expect(leftovers).toMatchObject([{ state: "kept" }]);
    expect((await removeLeftovers(leftovers, { root: folder.root })).removed).toEqual([]);
    expect((await removeLeftovers(leftovers, { root: folder.root, also: ["kept"] })).removed).toHaveLength(1);
    expect(contentOf(folder.root)).toEqual(before);
  });
});

describe("records that somebody has changed", () => {
  test("lead to no folder that a run did not make", async () => {
    await using folder = await withTask();
    await folder.write({ "root/precious/f": "P", "outside/x_run_20260101T000000_pid1/f": "P" });
    await killed(folder, "await provider.prepare(args.request); kill();");
    const [name = ""] = readdirSync(records(folder));
    const [line = "", made = ""] = readFileSync(path.join(records(folder), name), "utf8").split("\n");
    const forged = (place: string, inode: string) =>
      `${JSON.stringify({ ...JSON.parse(line), path: place })}\n${inode}\n`;
    const inodeOf = (file: string) =>
      JSON.stringify({ inode: String(lstatSync(file, { bigint: true }).ino) });
    const precious = path.join(folder.root, "precious");
    const other = path.join(folder.outside, "x_run_20260101T000000_pid1");
    await symlink(folder.outside, path.join(folder.root, "way"));
    const places = ["precious", "../outside/x_run_20260101T000000_pid1", other, "task/../precious", "."];
    for (const [at, place] of places.entries())
      await writeFile(path.join(records(folder), `forged${at}.jsonl`), forged(place, inodeOf(precious)));
    await writeFile(path.join(records(folder), "nothing.jsonl"), "");
    await writeFile(path.join(records(folder), "text.jsonl"), "{");
    const way = forged("way/x_run_20260101T000000_pid1", inodeOf(other));
    await writeFile(path.join(records(folder), "way.jsonl"), way);
    await mkdir(path.join(folder.root, "y_run_20260101T000000_pid1"));
    await writeFile(path.join(records(folder), "y.jsonl"), forged("y_run_20260101T000000_pid1", made));

    const { leftovers, problems } = await listLeftovers({ root: folder.root });
    expect(problems).toHaveLength(6);
    expect(leftovers.map(({ state }) => state).sort()).toEqual(["abandoned", "changed", "changed"]);
    const { removed, stayed } = await removeLeftovers(leftovers, {
      root: folder.root,
      also: ["kept", "elsewhere"],
    });
    expect(removed).toHaveLength(1);
    expect(stayed).toHaveLength(2);
    expect(readdirSync(precious)).toEqual(["f"]);
    expect(readdirSync(other)).toEqual(["f"]);
    expect(existsSync(path.join(folder.root, "y_run_20260101T000000_pid1"))).toBe(true);
  });

  test("a folder that was put in a workspace's place stays", async () => {
    await using folder = await withTask();
    await killed(folder, "await provider.prepare(args.request); kill();");
    const { leftovers } = await listLeftovers({ root: folder.root });
    const [leftover] = leftovers;
    if (leftover === undefined) throw new Error("one is listed");
    await rename(leftover.path, path.join(folder.root, "aside"));
    await symlink(path.join(folder.root, "task"), leftover.path);
    expect(await listLeftovers({ root: folder.root })).toMatchObject({
      leftovers: [{ state: "changed", sizeBytes: null }],
    });
    expect((await removeLeftovers(leftovers, { root: folder.root })).stayed).toHaveLength(1);
    expect(readdirSync(path.join(folder.root, "task"))).toEqual(["d0"]);
  });

  test("a link in the place of the records is refused", async () => {
    await using folder = await withTask();
    await symlink(folder.outside, records(folder));
    await using provider = folder.provider();
    await expect(provider.prepare(request)).rejects.toMatchObject({ code: "file_unwritable" });
    expect(readdirSync(folder.outside)).toEqual([]);
  });
});

test("nowhere, nothing is left", async () => {
  await using folder = await testFolder();
  const empty = { leftovers: [], problems: [] };
  expect(await listLeftovers({ root: folder.root })).toEqual(empty);
  expect(await listLeftovers({ root: null, temporary: folder.temporary })).toEqual(empty);
  expect(await listLeftovers({ root: null, temporary: path.join(folder.root, "none") })).toEqual(empty);
  await expect(listLeftovers({ root: path.join(folder.root, "none") })).rejects.toMatchObject({
    code: "file_not_found",
  });
});
