import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import * as karenina from "karenina";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** What pages speak of without saying where it comes from. */
const context: Readonly<Record<string, string>> = {
  benchmark: "declare const benchmark: import('karenina').Benchmark;",
  results: "declare const results: import('karenina').VerificationResultSet;",
  result: "declare const result: import('karenina').VerificationResult;",
  set: "declare const set: import('karenina').VerificationResultSet;",
  answeringModels: "declare const answeringModels: import('karenina').ModelConfig[];",
  parsingModels: "declare const parsingModels: import('karenina').ModelConfig[];",
  exportTimestamp: "declare const exportTimestamp: string;",
  kareninaVersion: "declare const kareninaVersion: string;",
  openLab:
    "declare function openLab(url: string | null, model: string, key: string | undefined): import('karenina').LlmPort;",
  lookUp: "declare function lookUp(query: string): Promise<readonly { content: string }[]>;",
  fields: [
    "const fields = {",
    "  target: verified(z.string(), { description: 'd', groundTruth: 'a', verifyWith: exactMatch() }),",
    "  dose: verified(z.number().nullable(), { description: 'd', groundTruth: 1, verifyWith: exactMatch() }),",
    "};",
  ].join("\n"),
  target:
    "const target = verified(z.string(), { description: 'd', groundTruth: 'a', verifyWith: exactMatch() });",
  ModelConfig: "import type { ModelConfig } from 'karenina';",
  z: "import * as z from 'zod';",
  writeFile: "import { writeFile } from 'node:fs/promises';",
  existsSync: "import { existsSync } from 'node:fs';",
};

const isDeclared = (name: string, text: string) =>
  new RegExp(
    `\\b(?:const|function|import \\* as) ${name}\\b|\\bimport\\b[^;]*\\b${name}\\b[^;]*\\bfrom\\b`,
  ).test(text);
const isUsed = (name: string, text: string) =>
  new RegExp(`(?<![\\w"'/])(?<!(?<!\\.\\.)\\.)${name}\\b(?!\\s*:)`).test(text);
const missing = (names: readonly string[], text: string) =>
  names.filter((name) => isUsed(name, text) && !isDeclared(name, text));

/** A page's block as a module: what it takes for granted stands before it. */
function asModule(block: string): string {
  const given = missing(Object.keys(context), block).map((name) => context[name]);
  const whole = [...given, block].join("\n");
  const outer = ["z"].filter((name) => isUsed(name, whole) && !isDeclared(name, whole));
  const names = missing(Object.keys(karenina), whole);
  const door = names.length === 0 ? "" : `import { ${names.join(", ")} } from "karenina";`;
  return [door, ...outer.map((name) => context[name]), whole, "export {};"].join("\n");
}

test("every block of TypeScript in README and in the pages compiles", async () => {
  const pages = (await readdir(join(root, "docs"))).filter((name) => name.endsWith(".md"));
  const folder = await mkdtemp(join(tmpdir(), "karenina-pages-"));
  try {
    let blocks = 0;
    for (const page of ["README.md", ...pages.map((name) => `docs/${name}`)]) {
      const text = await readFile(join(root, page), "utf8");
      for (const found of text.matchAll(/^( *)```ts\n([\s\S]*?)^\1```/gm)) {
        const line = text.slice(0, found.index).split("\n").length;
        const name = page.replace(/^docs\//, "").replace(/\.md$/, "");
        const block = found[2] ?? "";
        // a block that begins with a file's name is that file, beside the others of its page
        const file = /^\/\/ ([\w.-]+\.ts)\n/.exec(block)?.[1];
        await mkdir(join(folder, name), { recursive: true });
        await writeFile(
          join(folder, name, file ?? `${line}.ts`),
          file === undefined ? asModule(block) : block,
        );
        blocks += 1;
      }
    }
    expect(blocks).toBeGreaterThan(20);
    const options = {
      compilerOptions: {
        ...{
          target: "es2024",
          lib: ["es2024", "esnext.disposable", "dom"],
          module: "nodenext",
          strict: true,
        },
        ...{
          noEmit: true,
          allowImportingTsExtensions: true,
          skipLibCheck: true,
          types: ["node"],
          typeRoots: [join(root, "node_modules/@types")],
        },
        paths: {
          karenina: [join(root, "dist/index.d.ts")],
          "karenina/testing": [join(root, "dist/testing/index.d.ts")],
          zod: [join(root, "node_modules/zod/index.d.ts")],
          "@ai-sdk/openai": [join(root, "node_modules/@ai-sdk/openai/dist/index.d.ts")],
        },
      },
      include: ["**/*.ts"],
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(options));
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    const compiler = join(root, "node_modules/.bin/tsc");
    const { stdout } = await promisify(execFile)(compiler, ["-p", folder]).catch((error) => error);
    expect(stdout).toBe("");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
