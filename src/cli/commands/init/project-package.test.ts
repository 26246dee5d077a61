import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectPackage } from "./project-package.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "karenina-package-"));
  await writeFile(
    join(root, "package.json"),
    JSON.stringify({ version: "1.2.3", dependencies: { zod: "4.0.0" } }),
  );
});
afterAll(() => rm(root, { recursive: true, force: true }));

test("an installed package is named by its version, a source checkout by its path", async () => {
  expect(projectPackage("/w/My Bench", root)).toEqual({
    name: "my-bench",
    karenina: "^1.2.3",
    zod: "^4.0.0",
  });
  await mkdir(join(root, "src"));
  await writeFile(join(root, "src", "index.ts"), "");
  expect(projectPackage("/w/karenina", root)).toMatchObject({
    name: "karenina-benchmark",
    karenina: `file:${root}`,
  });
});
