import { lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir, rename, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { childRun } from "./testing/child-run.ts";
import { contentOf, namesIn, testFolder } from "./testing/test-folder.ts";

const request = { questionId: "q1", source: null, replicate: null };
const isThere = (file: string) => lstatSync(file, { throwIfNoEntry: false }) !== undefined;

describe("release", () => {
  test("removes links and leaves alone what they lead to", async () => {
    await using folder = await testFolder();
    await folder.write({ "outside/deep/secret": "S", "root/other/f": "F" });
    const outside = contentOf(folder.outside);
    await using provider = folder.provider();
    const workspace = await provider.prepare(request);
    const inside = (name: string) => path.join(workspace.path, name);
    await mkdir(inside("sub"));
    await symlink(folder.outside, inside("folder"));
    await symlink(path.join(folder.outside, "deep/secret"), inside("sub/file"));
    await symlink("..", inside("up"));
    await symlink(workspace.path, inside("sub/circle"));
    await symlink("nowhere", inside("dangling"));
    expect(await workspace.release()).toEqual([]);
    expect(isThere(workspace.path)).toBe(false);
    expect(contentOf(folder.outside)).toEqual(outside);
    expect(namesIn(path.join(folder.root, "other"))).toEqual(["f"]);
    expect(await workspace.release()).toEqual([]);
  });

  test("does not remove what was put in the workspace's place", async () => {
    await using folder = await testFolder();
    await folder.write({ "outside/secret": "S" });
    await using provider = folder.provider();
    const [linked, replaced, gone] = await Promise.all([1, 2, 3].map(() => provider.prepare(request)));
    if (!linked || !replaced || !gone) throw new Error("three were prepared");
    await rename(linked.path, path.join(folder.root, "moved"));
    await symlink(folder.outside, linked.path);
    await rename(replaced.path, path.join(folder.root, "moved-too"));
    await mkdir(replaced.path);
    writeFileSync(path.join(replaced.path, "precious"), "P");
    await rm(gone.path, { recursive: true });
    expect(await linked.release()).toEqual([
      expect.stringContaining("is not the folder that was made there"),
    ]);
    expect(await replaced.release()).toEqual([
      expect.stringContaining("is not the folder that was made there"),
    ]);
    expect(await gone.release()).toEqual([]);
    expect(readFileSync(path.join(folder.outside, "secret"), "utf8")).toBe("S");
    expect(readFileSync(path.join(replaced.path, "precious"), "utf8")).toBe("P");
  });

  test("removes trees deeper than paths can be long, and names that are no text", async () => {
    await using folder = await testFolder();
    await using provider = folder.provider();
    const workspace = await provider.prepare(request);
    const deep = `for (let depth = 0; depth < 400; depth++) {
      fs.mkdirSync("d".repeat(50)); fs.writeFileSync("f", ""); process.chdir("d".repeat(50));
    }
    fs.writeFileSync(Buffer.from([0xff]), ""); fs.mkdirSync(Buffer.from([0xfe]));`;
    const made = await childRun(`import fs from "node:fs"; process.chdir(args); ${deep}`, workspace.path);
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(await workspace.release()).toEqual([]);
    await provider[Symbol.asyncDispose]();
    expect(readdirSync(folder.root)).toEqual([]);
  });

  test("removes what nobody may read or write", async () => {
    await using folder = await testFolder();
    const run = await childRun(
      `import fs from "node:fs";
       const provider = createWorkspaceProvider({ ...args.options, clock: systemClock });
       const workspace = await provider.prepare(args.request);
       fs.mkdirSync(workspace.path + "/a/b/c", { recursive: true });
       fs.writeFileSync(workspace.path + "/a/b/c/f", "");
       fs.writeFileSync(workspace.path + "/a/f", "");
       fs.mkdirSync(workspace.path + "/empty");
       const close = () => {
         for (const name of ["/a/f", "/a/b/c", "/a/b", "/a", "/empty", ""]) fs.chmodSync(workspace.path + name, 0);
       };
       close();
       const judged = await (await workspace.copy()).release();
       close();
       console.log(JSON.stringify({ judged, released: await workspace.release() }));
       await provider[Symbol.asyncDispose]();`,
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
    expect(JSON.parse(run.stdout)).toEqual({ judged: [], released: [] });
    expect(readdirSync(folder.root)).toEqual([]);
  });

  test("is left to the run's end where nobody asks for it; what is kept is said", async () => {
    await using folder = await testFolder();
    await folder.write({ "root/task/a": "A" });
    const said: string[] = [];
    const provider = folder.provider({ cleanup: false, notify: (text) => said.push(text) });
    const workspace = await provider.prepare({ ...request, source: "task" });
    const copy = await workspace.copy();
    await provider[Symbol.asyncDispose]();
    expect(said).toEqual([`The workspace was kept: ${workspace.path}`]);
    expect(isThere(copy.path)).toBe(false);
    expect(readdirSync(workspace.path)).toEqual(["a"]);
  });
});

describe("writeText", () => {
  test("writes with the folders on its way", async () => {
    await using folder = await testFolder();
    await using provider = folder.provider();
    const workspace = await provider.prepare(request);
    await workspace.writeText("traces/q1/trace.txt", "said");
    await workspace.writeText("traces/q1/trace.txt", "said more");
    expect(readFileSync(path.join(workspace.path, "traces/q1/trace.txt"), "utf8")).toBe("said more");
    expect(namesIn(workspace.path)).toEqual(["traces", "traces/q1", "traces/q1/trace.txt"]);
  });

  test.each(["../x", "a/../../x", "/tmp/x", "C:\\x", "", "a//b", "./a", "a\0", "a/.."])(
    "does not take %j",
    async (target) => {
      await using folder = await testFolder();
      await using provider = folder.provider();
      const workspace = await provider.prepare(request);
      await expect(workspace.writeText(target, "x")).rejects.toMatchObject({ code: "invalid_input" });
      expect(namesIn(workspace.path)).toEqual([]);
    },
  );

  test("goes through no link that an agent has put there, and writes into no file that has another name", async () => {
    await using folder = await testFolder();
    await folder.write({ "outside/secret": "S", "outside/linked": "L" });
    const outside = contentOf(folder.outside);
    await using provider = folder.provider();
    const workspace = await provider.prepare(request);
    const inside = (name: string) => path.join(workspace.path, name);
    symlinkSync(folder.outside, inside("traces"));
    symlinkSync(path.join(folder.outside, "secret"), inside("final"));
    await childRun(`import fs from "node:fs"; fs.linkSync(args.from, args.to);`, {
      from: path.join(folder.outside, "linked"),
      to: inside("hard"),
    });
    await mkdir(inside("folder"));
    expect(await workspace.writeText("traces/new", "x")).toBe("traces_2/new");
    expect(await workspace.writeText("final/new", "x")).toBe("final_2/new");
    expect(await workspace.writeText("folder", "x")).toBe("folder_2");
    expect(await workspace.writeText("final", "mine")).toBe("final");
    await workspace.writeText("hard", "mine");
    expect(contentOf(folder.outside)).toEqual(outside);
    expect(lstatSync(inside("final")).isFile()).toBe(true);
    expect(namesIn(workspace.path)).toEqual([
      ...["final", "final_2", "final_2/new", "folder", "folder_2", "hard"],
      ...["traces", "traces_2", "traces_2/new"],
    ]);
  });
});
