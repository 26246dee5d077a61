import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../../base/index.ts";
import { childRun } from "../../../workspaces/testing/child-run.ts";
import type { CommandIo } from "../../command-io.ts";
import type { Prompts } from "../../interactive/prompts.ts";
import { capturedIo } from "../../testing/captured-io.ts";
import { workspaceClean } from "./workspace-clean.ts";
import { workspaceList } from "./workspace-list.ts";

let folder: string;
let root: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "workspace-commands-")));
  root = path.join(folder, "tasks");
  await mkdir(path.join(root, "task"), { recursive: true });
  await mkdir(path.join(folder, "temporary"));
  await writeFile(path.join(root, "task/a.txt"), "x".repeat(1500));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const io = (more: Partial<CommandIo> = {}) =>
  capturedIo({
    workingDirectory: folder,
    environment: { TMPDIR: path.join(folder, "temporary") },
    clock: { ...systemClock, now: () => Date.UTC(2026, 0, 2, 3, 4, 5) },
    ...more,
  });

const answering = (answer: boolean): Prompts => ({
  yesOrNo: async () => answer,
  text: () => Promise.reject(new Error("not asked")),
  choice: () => Promise.reject(new Error("not asked")),
  choices: () => Promise.reject(new Error("not asked")),
  note: async () => undefined,
});

/** A run that ends without cleaning up; returns the paths of its workspaces. */
async function leave(options: object = {}, source: string | null = "task"): Promise<readonly string[]> {
  const run = await childRun(
    `const clock = { ...systemClock, now: () => Date.UTC(2026, 0, 2, 0, 0, 0) };
     const provider = createWorkspaceProvider({ ...args.options, clock });
     const workspace = await provider.prepare({ questionId: "q", source: args.source, replicate: null });
     process.stdout.write(workspace.path, () => process.kill(process.pid, "SIGKILL"));`,
    {
      source,
      options: {
        ...{ root, copy: true, cleanup: true, temporary: path.join(folder, "temporary") },
        output: { mode: "none", dir: null, exclude: [] },
        ...options,
      },
    },
  );
  return [run.stdout];
}

describe("workspace list", () => {
  test("says where it looked when there is nothing, and how to look elsewhere", async () => {
    await leave(); // below the root, which is not where it looks
    const here = io();
    expect(await workspaceList(undefined, {}, here)).toBe(0);
    expect(here.out().replaceAll(folder, "FOLDER")).toMatchInlineSnapshot(`
      "No workspaces of runs are in FOLDER or among the temporary files (FOLDER/temporary).
      Runs leave theirs in their workspace root, by default the benchmark's folder: npx karenina workspace list FOLDER
      "
    `);
    const elsewhere = io();
    await workspaceList("temporary", {}, elsewhere);
    expect(elsewhere.out().replaceAll(folder, "FOLDER")).toBe(
      "No workspaces of runs are in FOLDER/temporary.\n",
    );
  });

  test("has state, age, size and path", async () => {
    const [left] = await leave();
    const here = io();
    expect(await workspaceList("tasks", {}, here)).toBe(0);
    expect(here.out().replace(left ?? "", "PATH")).toMatchInlineSnapshot(`
      "State      For     Age    Size  Path
      abandoned  answer  3 h  1.5 kB  PATH
      "
    `);
    const json = io();
    await workspaceList("tasks", { json: true }, json);
    expect(JSON.parse(json.out())).toMatchObject([
      { path: left, state: "abandoned", size_bytes: 1500, created_at: "2026-01-02T00:00:00.000Z" },
    ]);
  });

  test("without a root looks here and among the temporary files", async () => {
    const [here] = await leave();
    const [temporary] = await leave({ root: null }, null);
    const found = io({ workingDirectory: root });
    await workspaceList(undefined, { json: true }, found);
    expect(JSON.parse(found.out()).map((each: { path: string }) => each.path)).toEqual([here, temporary]);
  });

  test("a root that is not there is an error", async () => {
    await expect(workspaceList("nowhere", {}, io())).rejects.toMatchObject({ code: "file_not_found" });
  });
});

describe("workspace clean", () => {
  test("asks, and takes no for an answer", async () => {
    const [left = ""] = await leave();
    const no = io({ prompts: answering(false) });
    expect(await workspaceClean("tasks", {}, no)).toBe(0);
    expect(no.out()).toContain("Nothing was removed.");
    expect(existsSync(left)).toBe(true);
    const yes = io({ prompts: answering(true) });
    expect(await workspaceClean("tasks", {}, yes)).toBe(0);
    expect(yes.out()).toContain("Removed 1 folder, 1.5 kB.");
    expect(readdirSync(root)).toEqual(["task"]);
  });

  test("where nobody can be asked, wants --yes", async () => {
    const [left = ""] = await leave();
    await expect(workspaceClean("tasks", {}, io())).rejects.toMatchObject({ code: "configuration" });
    expect(existsSync(left)).toBe(true);
    expect(await workspaceClean("tasks", { yes: true }, io())).toBe(0);
    expect(readdirSync(root)).toEqual(["task"]);
  });

  test("--dry-run removes nothing", async () => {
    const [left = ""] = await leave();
    const here = io();
    expect(await workspaceClean("tasks", { dryRun: true }, here)).toBe(0);
    expect(here.out()).toContain("Would remove 1 folder, 1.5 kB.");
    expect(existsSync(left)).toBe(true);
  });

  test("leaves what was to be kept unless asked for", async () => {
    const [left = ""] = await leave({ cleanup: false });
    const here = io();
    expect(await workspaceClean("tasks", { yes: true }, here)).toBe(0);
    expect(here.out()).toBe(
      "Stays: 1 folder that runs were told to leave (--kept removes them too).\nNothing to remove.\n",
    );
    expect(existsSync(left)).toBe(true);
    await workspaceClean("tasks", { yes: true, kept: true }, io());
    expect(readdirSync(root)).toEqual(["task"]);
  });
});
