// Takes out of node_modules what nothing here reads: Node's headers for compiling addons, source maps, and the pages of Playwright's own tools.
import { readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

const modules = resolve(import.meta.dirname, "..", "node_modules");
for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
  const isMap = entry.isFile() && /\.[cm]?[jt]s\.map$/.test(entry.name);
  const isHeaders = entry.isDirectory() && entry.name === "node" && entry.parentPath.endsWith("include");
  const isToolPage =
    entry.isDirectory() && entry.name === "vite" && /playwright-core.lib$/.test(entry.parentPath);
  if (isMap || isHeaders || isToolPage)
    rmSync(join(entry.parentPath, entry.name), { recursive: true, force: true });
}
