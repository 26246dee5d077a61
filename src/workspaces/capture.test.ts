import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { appendFile, chmod, mkdir, symlink } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import type { WorkspaceOutput } from "./provider-options.ts";
import { childRun } from "./testing/child-run.ts";
import { contentOf, namesIn, type TestFolder, testFolder } from "./testing/test-folder.ts";

const request = { questionId: "urn:q 1", source: "task", replicate: null };
const about = {
  questionId: "urn:q 1",
  resultId: "r1",
  runName: "run",
  replicate: 2,
  answering: "answering",
  parsing: "parsing",
};

function output(folder: TestFolder, mode: WorkspaceOutput["mode"], exclude: readonly string[] = []) {
  return { output: { mode, dir: folder.captures, exclude } };
}

const linesOf = (folder: TestFolder) =>
  readFileSync(path.join(folder.captures, "manifest.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("full: all of it, with links as they are", async () => {
  await using folder = await testFolder();
  await folder.write({ "root/task/a": "A", "root/task/.venv/lib": "L", "outside/secret": "S" });
  await using provider = folder.provider(output(folder, "full"));
  const workspace = await provider.prepare(request);
  await mkdir(path.join(workspace.path, "empty"));
  await symlink(folder.outside, path.join(workspace.path, "out"));
  await symlink(path.join(workspace.path, "a"), path.join(workspace.path, "in"));
  expect(await workspace.capture(about)).toEqual([]);
  await workspace.release();
  const captured = path.join(folder.captures, "urn_q_1__r1");
  expect(namesIn(captured)).toEqual([".venv", ".venv/lib", "a", "empty", "in", "out"]);
  expect(contentOf(captured)).toMatchObject({ in: "-> a", out: `-> ${folder.outside}` });
  expect(readFileSync(path.join(folder.outside, "secret"), "utf8")).toBe("S");
});

test("what an agent left runs as nobody else, captured or kept", async () => {
  await using folder = await testFolder();
  await folder.write({ "root/task/a": "A" });
  await using provider = folder.provider({ ...output(folder, "full"), cleanup: false });
  const workspace = await provider.prepare(request);
  await mkdir(path.join(workspace.path, "d"));
  await chmod(path.join(workspace.path, "a"), 0o4755);
  await chmod(path.join(workspace.path, "d"), 0o2777);
  await workspace.capture(about);
  await workspace.release();
  for (const kept of [path.join(folder.captures, "urn_q_1__r1"), workspace.path]) {
    const modes = ["a", "d"].map((name) => statSync(path.join(kept, name)).mode & 0o7777);
    expect(modes).toEqual([0o755, 0o777]);
  }
});

test("a trace that is kept with it finds a place beside what the agent left", async () => {
  await using folder = await testFolder();
  await folder.write({ "root/task/a": "A" });
  await using provider = folder.provider(output(folder, "full"));
  const workspace = await provider.prepare(request);
  writeFileSync(path.join(workspace.path, "traces"), "mine");
  const added = [{ path: "traces/q_trace.txt", text: "said" }];
  expect(await workspace.capture({ ...about, added })).toEqual([]);
  expect(namesIn(path.join(folder.captures, "urn_q_1__r1"))).toEqual([
    ...["a", "traces", "traces_2", "traces_2/q_trace.txt"],
  ]);
  expect(linesOf(folder)).toMatchObject([{ status: "captured", copied_file_count: 3 }]);
});

test("produced: what is new or changed; what was removed is not recorded", async () => {
  await using folder = await testFolder();
  await folder.write({
    "root/task/same": "1",
    "root/task/touched": "1",
    "root/task/changed": "1",
    "root/task/removed": "1",
    "root/task/kind": "1",
    "root/task/deep/same": "1",
  });
  await symlink("same", path.join(folder.root, "task/link"));
  await symlink("same", path.join(folder.root, "task/moved-link"));
  await using provider = folder.provider(output(folder, "produced", ["*.log", "build/", "node_modules"]));
  const workspace = await provider.prepare(request);
  const inside = (name: string) => path.join(workspace.path, name);
  writeFileSync(inside("touched"), "1");
  writeFileSync(inside("changed"), "2");
  for (const name of ["removed", "kind", "moved-link"]) rmSync(inside(name));
  await symlink("same", inside("kind"));
  await symlink("changed", inside("moved-link"));
  await chmod(inside("same"), 0o600);
  for (const name of [
    "new/x/y",
    "build/out",
    "new/build/out",
    "a/b.log",
    "node_modules/p/i",
    "__pycache__/c",
    "p/c.pyc",
  ])
    await workspace.writeText(name, "new");
  await mkdir(inside("empty"));
  expect(await workspace.capture(about)).toEqual([]);
  const captured = path.join(folder.captures, "urn_q_1__r1");
  expect(namesIn(captured)).toEqual([
    ...["changed", "kind", "moved-link"],
    ...["new", "new/build", "new/build/out", "new/x", "new/x/y"],
  ]);
  expect(linesOf(folder)).toMatchObject([{ copied_file_count: 5, status: "captured" }]);
});

test("produced: also of a folder that is used in place, and of one that began empty", async () => {
  await using folder = await testFolder();
  await folder.write({ "root/task/same": "1" });
  await using inPlace = folder.provider({ ...output(folder, "produced"), copy: false });
  const first = await inPlace.prepare(request);
  const second = await inPlace.prepare({ ...request, source: null });
  await first.writeText("one", "1");
  await second.writeText("two", "2");
  await first.capture(about);
  await second.capture({ ...about, resultId: "r2" });
  expect(namesIn(path.join(folder.captures, "urn_q_1__r1"))).toEqual(["one"]);
  expect(namesIn(path.join(folder.captures, "urn_q_1__r2"))).toEqual(["two"]);
});

test("none: nothing is written", async () => {
  await using folder = await testFolder();
  await folder.write({ "root/task/a": "A" });
  await using provider = folder.provider(output(folder, "none"));
  expect(await (await provider.prepare(request)).capture(about)).toEqual([]);
  await provider[Symbol.asyncDispose]();
  expect(existsSync(folder.captures)).toBe(false);
});

test("the manifest has a line for each, whole and with sorted keys, and is compacted at the end", async () => {
  await using folder = await testFolder();
  await folder.write({ "root/task/a": "A", "captures/manifest.jsonl": '{"question_id":"earlier"}\n{"cut' });
  const provider = folder.provider(output(folder, "full"));
  const workspaces = await Promise.all(Array.from({ length: 20 }, () => provider.prepare(request)));
  await Promise.all(workspaces.map((workspace, at) => workspace.capture({ ...about, resultId: `r${at}` })));
  const file = path.join(folder.captures, "manifest.jsonl");
  expect(readFileSync(file, "utf8").split("\n")).toHaveLength(23);
  await appendFile(file, "");
  await provider[Symbol.asyncDispose]();
  const manifest = JSON.parse(readFileSync(path.join(folder.captures, "manifest.json"), "utf8"));
  expect(manifest).toMatchObject({ format_version: "1.0", generated_at: "2026-01-02T03:04:05.000Z" });
  expect(manifest.entries).toHaveLength(21);
  const entry = manifest.entries.find((each: { result_id?: string }) => each.result_id === "r7");
  expect(Object.keys(entry)).toEqual(Object.keys(entry).sort());
  expect(entry).toEqual({
    answering: "answering",
    capture_mode: "full",
    copied_file_count: 1,
    copy_errors: [],
    destination: path.join(folder.captures, "urn_q_1__r7"),
    parsing: "parsing",
    question_id: "urn:q 1",
    replicate: 2,
    result_id: "r7",
    run_name: "run",
    scenario_id: null,
    scenario_node: null,
    scenario_turn: null,
    skip_reason: null,
    source_workspace_path: workspaces[7]?.path,
    status: "captured",
  });
  expect(readdirSync(folder.captures).filter((name) => name.startsWith("."))).toEqual([]);
});

test("a capture of the same result replaces the one before as a whole", async () => {
  await using folder = await testFolder();
  await folder.write({ "captures/urn_q_1__r1/old": "old", "root/task/a": "A" });
  await using provider = folder.provider(output(folder, "full"));
  await (await provider.prepare(request)).capture(about);
  expect(namesIn(path.join(folder.captures, "urn_q_1__r1"))).toEqual(["a"]);
});

test("what goes wrong is a warning: no folder, a folder inside the workspace, unreadable files", async () => {
  await using folder = await testFolder();
  await folder.write({ "root/task/a": "A", "outside/file": "F" });
  await using nowhere = folder.provider({
    output: { mode: "full", dir: path.join(folder.outside, "file/below"), exclude: [] },
  });
  expect(await (await nowhere.prepare(request)).capture(about)).toEqual([
    expect.stringContaining("could not be captured"),
  ]);
  await using inside = folder.provider({
    ...{ copy: false, output: { mode: "full", dir: path.join(folder.root, "task/kept"), exclude: [] } },
  });
  expect(await (await inside.prepare(request)).capture(about)).toEqual([
    expect.stringContaining("lies inside the workspace"),
  ]);
  await using gone = folder.provider(output(folder, "full"));
  const workspace = await gone.prepare(request);
  rmSync(workspace.path, { recursive: true });
  expect(await workspace.capture(about)).toEqual([expect.stringContaining("was not captured")]);
  expect(linesOf(folder)).toMatchObject([
    { status: "skipped", destination: null, skip_reason: expect.any(String) },
  ]);
});

test("what nobody may read is listed, the rest is captured", async () => {
  await using folder = await testFolder();
  const run = await childRun(
    `import fs from "node:fs";
     await using provider = createWorkspaceProvider({ ...args.options, clock: systemClock });
     const workspace = await provider.prepare({ questionId: "q", source: null, replicate: null });
     for (const name of ["/fine", "/locked"]) fs.writeFileSync(workspace.path + name, "x");
     fs.mkdirSync(workspace.path + "/closed");
     for (const name of ["/locked", "/closed"]) fs.chmodSync(workspace.path + name, 0);
     console.log(JSON.stringify(await workspace.capture(args.about)));`,
    {
      about,
      options: {
        ...{ root: folder.root, copy: true, cleanup: true },
        output: { mode: "produced", dir: path.join(folder.temporary, "captures"), exclude: [] },
      },
    },
    { asNobody: true },
  );
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(run.stdout)).toEqual([
    expect.stringMatching(/^2 of the workspace's entries could not be captured/),
  ]);
  const captures = path.join(folder.temporary, "captures");
  expect(readdirSync(path.join(captures, "urn_q_1__r1"))).toContain("fine");
  const [entry] = JSON.parse(readFileSync(path.join(captures, "manifest.json"), "utf8")).entries;
  expect(entry.status).toBe("captured_with_errors");
  expect(entry.copy_errors.map((each: { path: string }) => each.path).sort()).toEqual(["closed", "locked"]);
});
