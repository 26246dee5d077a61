import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { checkStructure } from "../scripts/structure/check-structure.ts";
import { rooms } from "../scripts/structure/rooms.ts";

/** What is wrong with a project of these files. */
async function problemsOf(files: { readonly [path: string]: string }): Promise<readonly string[]> {
  const root = await mkdtemp(join(tmpdir(), "structure-"));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const { problems } = checkStructure(root);
  await rm(root, { recursive: true });
  return problems;
}

test("rooms in order, doors that are used and folders in order are fine", async () => {
  const files = {
    "src/base/index.ts": 'export { one, type Two } from "./inner/one.ts";\n',
    "src/base/inner/one.ts": "export const one = 1;\nexport type Two = 2;\n",
    "src/run/plan.ts": 'import { one, type Two } from "../base/index.ts";\nexport const two: Two = one;\n',
    "README.md": "[plan](src/run/plan.ts)",
  };
  expect(await problemsOf(files)).toEqual([]);
});

test.each<[string, { readonly [path: string]: string }, string]>([
  [
    "a room that imports one below it",
    { "src/base/a.ts": 'import { b } from "../run/index.ts";', "src/run/index.ts": "export const b = 1;" },
    "src/base/a.ts: base stands above run and must not import it",
  ],
  [
    "an import behind what looks like a comment",
    {
      "src/base/a.ts": 'const all = "/*";\nimport { b } from "../run/index.ts";\n// */',
      "src/run/index.ts": "export const b = 1;",
    },
    "src/base/a.ts: base stands above run and must not import it",
  ],
  [
    "an import that comes late",
    {
      "src/base/a.ts": 'export async function a() {\n  return (await import("../run/index.ts")).b;\n}',
      "src/run/index.ts": "export const b = 1;",
    },
    "src/base/a.ts: base stands above run and must not import it",
  ],
  [
    "an import that goes round a door",
    { "src/base/a.ts": "export const a = 1;", "src/run/b.ts": 'import { a } from "../base/a.ts";' },
    "src/run/b.ts: import base through its index.ts, not a.ts",
  ],
  [
    "a folder that is no room",
    { "src/extras/a.ts": "export const a = 1;" },
    "src/extras: no room of this name stands in the import order",
  ],
  [
    "a door that is wider than anybody needs",
    {
      "src/http/index.ts": 'export { used, type Unused, kept as renamed } from "./a.ts";',
      "src/http/a.ts": "export const used = 1;\nexport type Unused = 1;\nexport const kept = 2;",
      "src/http/b.ts": 'import { renamed } from "./index.ts";',
      "src/trace/c.ts": 'import { used } from "../http/index.ts";',
    },
    "src/http/index.ts: nobody outside uses Unused, renamed",
  ],
  [
    "folders of a room that import in a ring",
    {
      "src/run/one/a.ts": 'import type { B } from "../two/b.ts";\nexport type A = B;',
      "src/run/one/c.ts": "export type C = 1;",
      "src/run/two/b.ts": 'import type { C } from "../one/c.ts";\nexport type B = C;',
    },
    "src/run: its folders import in a ring: one → two → one",
  ],
  ["a name that says nothing", { "src/run/utils.ts": "" }, "src/run/utils.ts: name it after its subject"],
  [
    "a page that carries the program with it",
    {
      "src/run/index.ts": "export const one = 1;\nexport type Two = 2;",
      "viewer/a.tsx":
        'import { one } from "../src/run/index.ts";\nimport type { Two } from "../src/run/index.ts";',
    },
    "viewer/a.tsx: import of src only types, not what run/index.ts does",
  ],
  [
    "a link that leads nowhere",
    { "src/run/a.ts": "", "docs/a.md": "[b](b.md)" },
    "docs/a.md: the link b.md leads nowhere",
  ],
])("%s is a problem", async (_, files, problem) => {
  expect(await problemsOf(files)).toEqual([problem]);
});

test("of files that import one another the shortest cycle is told, once", async () => {
  const links = { a: ["b"], b: ["c", "d"], c: ["a"], d: ["e"], e: ["a", "d"] };
  const files = Object.entries(links).map(([name, targets]) => [
    `src/run/${name}.ts`,
    targets.map((target) => `import { ${target} } from "./${target}.ts";`).join("\n"),
  ]);
  expect(await problemsOf(Object.fromEntries(files))).toEqual([
    "import cycle: src/run/d.ts → src/run/e.ts → src/run/d.ts",
  ]);
});

test("AGENTS.md names the rooms in their import order", async () => {
  const text = await readFile(join(import.meta.dirname, "..", "AGENTS.md"), "utf8");
  const tree = text.slice(text.indexOf("\nsrc/\n"), text.indexOf("\ntest/"));
  expect([...tree.matchAll(/^ {2}([a-z]+)\//gm)].map(([, room]) => room)).toEqual(rooms);
});
