import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { fillWorkspace } from "./fill-workspace.ts";

test("links in a folder that an application has filled are left out, wherever they stand and lead", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "fill-workspace-"));
  try {
    const [made, target] = [path.join(folder, "made"), path.join(folder, "task")];
    await mkdir(path.join(made, "deep"), { recursive: true });
    await mkdir(target);
    await mkdir(path.join(folder, "elsewhere"));
    await writeFile(path.join(folder, "secret.txt"), "x");
    await writeFile(path.join(made, "deep", "table.csv"), "a,b");
    await symlink(path.join(folder, "secret.txt"), path.join(made, "file"));
    await symlink(path.join(folder, "elsewhere"), path.join(made, "deep", "folder"));
    await symlink(path.join(folder, "nothing"), path.join(made, "nowhere"));
    await fillWorkspace(target, { workspace: made });
    expect((await readdir(target, { recursive: true })).toSorted()).toEqual([
      "deep",
      path.join("deep", "table.csv"),
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
