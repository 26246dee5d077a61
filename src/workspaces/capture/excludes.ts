import { namePattern } from "./name-pattern.ts";

/** What is never taken for something an agent produced: caches and installed packages. */
export const defaultExcludes: readonly string[] = [
  ".venv/",
  "venv/",
  "__pycache__/",
  ".pytest_cache/",
  ".ruff_cache/",
  ".mypy_cache/",
  ".ipynb_checkpoints/",
  "*.pyc",
];

/**
 * Compiles exclude patterns to a test of relative paths with `/`. A pattern with `/` at its end names a folder, from the
 * top; any other is a shell pattern for the whole path or for the last name. What lies in an excluded folder is not
 * asked for.
 */
export function excludes(patterns: readonly string[]): (path: string) => boolean {
  const folders = patterns.filter((pattern) => pattern.endsWith("/")).map((pattern) => pattern.slice(0, -1));
  const names = patterns.filter((pattern) => !pattern.endsWith("/")).map(namePattern);
  return (path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return (
      folders.some((folder) => path === folder || path.startsWith(`${folder}/`)) ||
      names.some((matches) => matches(path) || matches(name))
    );
  };
}
