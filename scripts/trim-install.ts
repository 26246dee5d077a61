// Takes out of node_modules what nothing here reads: Node's headers for compiling addons, source maps and the sources beside them, guides, what is
// there a second time for `require`, and parts of packages that are loaded only by who asks for them, as nobody here does.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";

const modules = resolve(import.meta.dirname, "..", "node_modules");
const remove = (path: string) => rmSync(path, { recursive: true, force: true });

const sources = [
  "ai",
  "@ai-sdk/anthropic",
  "@ai-sdk/google",
  "@ai-sdk/openai",
  "@ai-sdk/provider",
  "@ai-sdk/provider-utils",
];
for (const name of [...sources, "@anthropic-ai/sdk", "openai", "zod"]) remove(join(modules, name, "src"));
remove(join(modules, "ai", "docs"));

// only js-tiktoken/lite is imported
const tokens = join(modules, "js-tiktoken", "dist");
for (const name of ["index.js", "index.cjs", "ranks"]) remove(join(tokens, name));

/** Folders, and what in them is not loaded: what shortens styles, pages drawn by a server, a viewer of traces. */
const unasked: readonly (readonly [folder: string, names: RegExp])[] = [
  ["", /^lightningcss-.*-/],
  ["react-dom/cjs", /-(server|profiling|test-utils)/],
  ["playwright-core/lib", /^vite$/],
];
for (const [folder, names] of unasked)
  for (const name of readNames(join(modules, folder)))
    if (names.test(name)) remove(join(modules, folder, name));

/** What a file for `require` ends in, and what stands beside it for `import`, where everybody here imports. */
const forRequire: readonly (readonly [packages: RegExp, ending: RegExp, other: string])[] = [
  [/./, /\.d\.cts$/, ".d.ts"],
  [/^(@langchain|langchain|langsmith|zod)$/, /\.cjs$/, ".js"],
  [/^(openai|@anthropic-ai)$/, /(?<!\.d)\.js$/, ".mjs"],
  [/^(openai|@anthropic-ai)$/, /\.d\.ts$/, ".d.mts"],
];

for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  const [name = ""] = relative(modules, path).split(sep);
  const isHeaders = entry.isDirectory() && entry.name === "node" && entry.parentPath.endsWith("include");
  const isMap = entry.isFile() && /\.[cm]?[jt]s\.map$/.test(entry.name);
  const isGuide =
    entry.isFile() && /\.(mdx?|flow)$/.test(entry.name) && !/licen[cs]e|notice/i.test(entry.name);
  const isForRequire = forRequire.some(
    ([packages, ending, other]) =>
      packages.test(name) && ending.test(path) && existsSync(path.replace(ending, other)),
  );
  if (isHeaders || isMap || isGuide || isForRequire) remove(path);
}

function readNames(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
