import { execFileSync } from "node:child_process";
import { linkSync, lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { chmod, rename, symlink, utimes } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { childRun } from "./testing/child-run.ts";
import { contentOf, testFolder } from "./testing/test-folder.ts";

const request = { questionId: "q1", source: "task", replicate: null };
const about = {
  questionId: "q1",
  resultId: "r1",
  runName: null,
  replicate: null,
  answering: "a",
  parsing: "p",
};

describe("a copy", () => {
  test("keeps content, modes and times, also of hidden and read-only files", async () => {
    await using folder = await testFolder();
    await folder.write({ "root/task/run.sh": "#!", "root/task/.git/HEAD": "ref", "root/task/fixed/x": "x" });
    const task = path.join(folder.root, "task");
    await chmod(path.join(task, "run.sh"), 0o755);
    await chmod(path.join(task, "fixed/x"), 0o444);
    await chmod(path.join(task, "fixed"), 0o555);
    await utimes(path.join(task, ".git"), 1000, 2000);
    await utimes(path.join(task, "run.sh"), 3000, 4000);
    await using provider = folder.provider();
    const workspace = await provider.prepare(request);
    expect(contentOf(workspace.path)).toEqual(contentOf(task));
    expect(statSync(path.join(workspace.path, ".git")).mtimeMs).toBe(2_000_000);
  });

  test("keeps no rights to run as somebody else, and is open to this user only", async () => {
    await using folder = await testFolder();
    await folder.write({ "root/task/s": "#!", "root/task/d/x": "x" });
    const task = path.join(folder.root, "task");
    await chmod(path.join(task, "s"), 0o6755);
    await chmod(path.join(task, "d"), 0o3775);
    await using provider = folder.provider();
    const workspace = await provider.prepare(request);
    const modeOf = (...names: string[]) => statSync(path.join(workspace.path, ...names)).mode & 0o7777;
    expect([modeOf("s"), modeOf("d"), modeOf()]).toEqual([0o755, 0o775, 0o700]);
  });

  test.each([".ssh", "task/.ssh", "shown"])("is never made of a hidden folder: %s", async (source) => {
    await using folder = await testFolder();
    await folder.write({ "root/.ssh/id_rsa": "KEY", "root/task/.ssh/id_rsa": "KEY" });
    await symlink(".ssh", path.join(folder.root, "shown"));
    await using provider = folder.provider();
    await expect(provider.prepare({ ...request, source })).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringMatching(/it is hidden|it leads to .*\.ssh/),
      hint: expect.stringContaining("workspace root"),
    });
  });

  test("makes hard links files of their own, and passes over pipes", async () => {
    await using folder = await testFolder();
    await folder.write({ "root/task/one": "1", "root/original": "kept" });
    const task = path.join(folder.root, "task");
    linkSync(path.join(folder.root, "original"), path.join(task, "two"));
    execFileSync("mkfifo", [path.join(task, "pipe")]);
    await using provider = folder.provider();
    const workspace = await provider.prepare(request);
    expect(readdirSync(workspace.path)).toEqual(["one", "two"]);
    writeFileSync(path.join(workspace.path, "two"), "changed");
    expect(readFileSync(path.join(folder.root, "original"), "utf8")).toBe("kept");
    expect(await workspace.capture(about)).toEqual([
      "Sockets, pipes and devices in the workspace were left out: pipe.",
    ]);
    expect(await workspace.capture(about)).toEqual([]);
  });

  test("has no link to the originals or anything outside", async () => {
    await using folder = await testFolder();
    await folder.write({
      "root/task/a/f": "F",
      "root/task/b/g": "G",
      "outside/secret": "S",
      "root/other/f": "O",
    });
    const task = path.join(folder.root, "task");
    const links = {
      plain: "a/f",
      absolute: path.join(task, "a/f"),
      "a/up": "../b/g",
      "a/around": "../../task/b/g",
      detour: "a/../b/g",
      chain: "absolute",
      dangling: "b/later",
      danglingAbsolute: path.join(task, "b/later"),
      self: "self",
      folder: path.join(task, "a"),
      out: path.join(folder.outside, "secret"),
      outFolder: folder.outside,
      sibling: "../other/f",
      viaOut: "out",
      danglingOut: "../nothing",
    };
    for (const [name, target] of Object.entries(links)) await symlink(target, path.join(task, name));
    const before = contentOf(folder.root);
    await using provider = folder.provider();
    const workspace = await provider.prepare(request);
    const copied = Object.entries(contentOf(workspace.path)).filter(([, content]) =>
      content.startsWith("->"),
    );
    expect(Object.fromEntries(copied)).toEqual({
      plain: "-> a/f",
      absolute: "-> a/f",
      "a/up": "-> ../b/g",
      "a/around": "-> ../b/g",
      detour: "-> b/g",
      chain: "-> absolute",
      dangling: "-> b/later",
      danglingAbsolute: "-> b/later",
      self: "-> self",
      folder: "-> a",
    });
    // an agent writes through every link there is
    for (const name of ["plain", "absolute", "a/up", "a/around", "detour", "chain", "dangling", "folder/f"])
      writeFileSync(path.join(workspace.path, name), "CHANGED");
    const [warning] = await workspace.release();
    expect(warning).toBe(
      "Links that lead out of the workspace were left out: danglingOut, out, outFolder, sibling, viaOut.",
    );
    await provider[Symbol.asyncDispose]();
    expect(contentOf(folder.root)).toEqual(before);
    expect(readFileSync(path.join(folder.outside, "secret"), "utf8")).toBe("S");
  });

  test("takes names that are no text", async () => {
    await using folder = await testFolder();
    await folder.write({ "root/task/a": "A" });
    const odd = Buffer.concat([Buffer.from(path.join(folder.root, "task/")), Buffer.from([0xff, 0xfe])]);
    writeFileSync(odd, "odd");
    await using provider = folder.provider();
    const workspace = await provider.prepare(request);
    expect(readdirSync(workspace.path, { encoding: "latin1" })).toEqual(["a", "\u00ff\u00fe"]);
    expect(await workspace.release()).toEqual([]);
    expect(readdirSync(folder.root).filter((name) => name.includes("_run_"))).toEqual([]);
  });

  test("ends with what cannot be read, and leaves nothing", async () => {
    await using folder = await testFolder();
    await folder.write({ "root/task/locked": "x" });
    await chmod(path.join(folder.root, "task/locked"), 0o000);
    const run = await childRun(
      `const provider = createWorkspaceProvider({ ...args.options, clock: systemClock });
       const error = await provider.prepare(args.request).catch((error) => error);
       await provider[Symbol.asyncDispose]();
       console.log(JSON.stringify({ code: error.code, message: error.message, hint: error.hint }));`,
      {
        request,
        options: {
          root: folder.root,
          copy: true,
          cleanup: true,
          output: { mode: "none", dir: null, exclude: [] },
        },
      },
      { asNobody: true },
    );
    expect(run).toMatchObject({ code: 0, stderr: "" });
    const error = JSON.parse(run.stdout);
    expect(error).toMatchObject({ code: "file_unreadable", hint: expect.any(String) });
    expect(error.message).toContain(path.join(folder.root, "task/locked"));
    expect(readdirSync(folder.root)).toEqual(["task"]);
  });
});

describe("a judge's copy", () => {
  test("has the present state, lies outside of the workspace, and is always removed", async () => {
    await using folder = await testFolder();
    await folder.write({ "root/task/a": "A", "outside/secret": "S" });
    await using provider = folder.provider({ cleanup: false });
    const workspace = await provider.prepare(request);
    writeFileSync(path.join(workspace.path, "made"), "by the agent");
    await symlink(path.join(folder.outside, "secret"), path.join(workspace.path, "look"));
    const copy = await workspace.copy();
    expect(path.relative(workspace.path, copy.path)).toMatch(/^\.\./);
    expect(readdirSync(copy.path)).toEqual(["a", "made"]);
    writeFileSync(path.join(copy.path, "a"), "changed by the judge");
    expect(readFileSync(path.join(workspace.path, "a"), "utf8")).toBe("A");
    expect(await copy.release()).toEqual(["Links that lead out of the workspace were left out: look."]);
    expect(lstatSync(copy.path, { throwIfNoEntry: false })).toBeUndefined();
    expect(await copy.release()).toEqual([]);
    expect(await workspace.release()).toEqual([`The workspace was kept: ${workspace.path}`]);
    await provider[Symbol.asyncDispose]();
    expect(readdirSync(workspace.path)).toEqual(["a", "look", "made"]);
  });

  test("is not made of what an agent put in the workspace's place", async () => {
    await using folder = await testFolder();
    await folder.write({ "root/task/a": "A", "outside/secret": "S" });
    await using provider = folder.provider();
    const workspace = await provider.prepare(request);
    await rename(workspace.path, `${workspace.path}-aside`);
    await symlink(folder.outside, workspace.path);
    await expect(workspace.copy()).rejects.toMatchObject({ code: "file_unreadable" });
    await expect(workspace.writeText("x", "x")).rejects.toMatchObject({ code: "file_unwritable" });
    expect(readdirSync(folder.outside)).toEqual(["secret"]);
    expect(readdirSync(path.join(folder.root, ".karenina-workspaces", "judges"))).toEqual([]);
  });

  test("has also what an agent without rights has closed, and takes a text in any case", async () => {
    await using folder = await testFolder();
    await folder.write({ "root/task/a": "A" });
    const run = await childRun(
      `import fs from "node:fs";
       const provider = createWorkspaceProvider({ ...args.options, clock: systemClock });
       const workspace = await provider.prepare(args.request);
       const inside = (name) => workspace.path + "/" + name;
       fs.mkdirSync(inside("closed/inner"), { recursive: true });
       fs.writeFileSync(inside("closed/inner/made"), "by the agent");
       fs.writeFileSync(inside("locked"), "too");
       fs.mkdirSync(inside("traces"));
       fs.chmodSync(inside("locked"), 0);
       for (const name of ["closed/inner", "closed"]) fs.chmodSync(inside(name), 0);
       fs.chmodSync(inside("traces"), 0o555);
       const copy = await workspace.copy();
       const stands = await copy.writeText("traces/q_trace.txt", "said");
       const read = (name) => fs.readFileSync(copy.path + "/" + name, "utf8");
       const found = ["a", "closed/inner/made", "locked", stands].map(read);
       const warnings = await copy.release();
       await provider[Symbol.asyncDispose]();
       console.log(JSON.stringify({ found, stands, warnings }));`,
      {
        request,
        options: {
          ...{ root: folder.root, temporary: folder.temporary, copy: true, cleanup: true },
          output: { mode: "none", dir: null, exclude: [] },
        },
      },
      { asNobody: true },
    );
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(run.stdout)).toEqual({
      found: ["A", "by the agent", "too", "said"],
      stands: "traces_2/q_trace.txt",
      warnings: [],
    });
    expect(readdirSync(folder.root).filter((name) => name.includes("_run_"))).toEqual([]);
  });

  test("of a folder used in place leaves that folder alone", async () => {
    await using folder = await testFolder();
    await folder.write({ "root/task/a": "A" });
    const before = contentOf(folder.root);
    await using provider = folder.provider({ copy: false });
    const workspace = await provider.prepare(request);
    const copy = await workspace.copy();
    expect(copy.isCopy).toBe(true);
    writeFileSync(path.join(copy.path, "a"), "changed");
    await provider[Symbol.asyncDispose]();
    expect(contentOf(folder.root)).toEqual(before);
  });
});
