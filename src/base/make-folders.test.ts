import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { makeFolders } from "./make-folders.ts";

test("several that make the same folders at the same time all find them there", async () => {
  const root = await mkdtemp(path.join(tmpdir(), "make-folders-"));
  try {
    for (const name of ["a", "b/c/d"]) {
      const folder = path.join(root, name);
      await Promise.all(Array.from({ length: 10 }, () => makeFolders(folder, 0o700)));
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
    }
    await writeFile(path.join(root, "file"), "x");
    await expect(makeFolders(path.join(root, "file"))).rejects.toMatchObject({ code: "file_unwritable" });
  } finally {
    await rm(root, { recursive: true });
  }
});
