import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { noteStubs } from "./sandbox-stubs.ts";

test("removes what the sandbox left, and nothing that was there or holds something", async () => {
  const workspace = await mkdtemp(path.join(tmpdir(), "karenina-stubs-"));
  const write = (name: string, text = "") => writeFile(path.join(workspace, name), text);
  await write(".gitmodules");
  const removeStubs = await noteStubs(workspace);
  for (const folder of [".claude/agents", ".vscode"])
    await mkdir(path.join(workspace, folder), { recursive: true });
  for (const name of [".claude/settings.json", ".bashrc", ".gitkeep", "out.txt"]) await write(name);
  await write(".profile", "export A=1");
  await write(".vscode/settings.json", "{}");
  await removeStubs();
  expect((await readdir(workspace)).sort()).toEqual([
    ".gitkeep",
    ".gitmodules",
    ".profile",
    ".vscode",
    "out.txt",
  ]);
  await rm(workspace, { recursive: true });
});
