import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectDependencies, projectName } from "./project-package.ts";

let modules: string;
let root: string;
beforeAll(async () => {
  modules = join(await mkdtemp(join(tmpdir(), "karenina-package-")), "node_modules");
  root = join(modules, "karenina");
  await mkdir(root, { recursive: true });
  await writeFile(
    join(root, "package.json"),
    JSON.stringify({ version: "1.2.3", dependencies: { zod: "4.0.0" } }),
  );
});
afterAll(() => rm(dirname(modules), { recursive: true, force: true }));

test("an installed package is named by its version, or its archive, a source checkout by its path", async () => {
  expect(projectDependencies(root)).toEqual({ karenina: "^1.2.3", zod: "^4.0.0" });
  const installed = (resolved: string) =>
    writeFile(
      join(modules, ".package-lock.json"),
      JSON.stringify({ packages: { "node_modules/karenina": { version: "1.2.3", resolved } } }),
    );
  await installed("https://registry.example/karenina.tgz");
  expect(projectDependencies(root).karenina).toBe("^1.2.3");
  await installed("file:karenina.tgz");
  expect(projectDependencies(root).karenina).toBe("^1.2.3");
  const archive = join(dirname(modules), "karenina.tgz");
  await writeFile(archive, "");
  expect(projectDependencies(root).karenina).toBe(`file:${archive}`);
  await mkdir(join(root, "src"));
  await writeFile(join(root, "src", "index.ts"), "");
  expect(projectDependencies(root).karenina).toBe(`file:${root}`);
});

test("a project is named after its folder, but for names that npm would refuse", () => {
  expect(["/w/My Bench", "/w/karenina", "/w/zod", "/"].map(projectName)).toEqual([
    "my-bench",
    ...["karenina-benchmark", "karenina-benchmark", "karenina-benchmark"],
  ]);
});
