// Takes out of node_modules what nothing here reads: Node's headers for compiling addons, source maps and the sources beside them, declarations
// for `require` beside those for `import`, and tables of tokens of which LangChain counts none here.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

const modules = resolve(import.meta.dirname, "..", "node_modules");
const remove = (path: string) => rmSync(path, { recursive: true, force: true });

for (const name of ["ai", "@anthropic-ai/sdk", "openai", "zod"]) remove(join(modules, name, "src"));

// only js-tiktoken/lite is imported
const tokens = join(modules, "js-tiktoken", "dist");
for (const name of ["index.js", "index.cjs", "ranks"]) remove(join(tokens, name));

for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  const isMap = entry.isFile() && /\.[cm]?[jt]s\.map$/.test(entry.name);
  const isHeaders = entry.isDirectory() && entry.name === "node" && entry.parentPath.endsWith("include");
  const isSecondDeclaration = entry.name.endsWith(".d.cts") && existsSync(path.replace(/\.d\.cts$/, ".d.ts"));
  if (isMap || isHeaders || isSecondDeclaration) remove(path);
}
