import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

const start = resolve(import.meta.dirname, "../../dist/cli/main.js");

/** The code that a file of the package imports before it runs, by file, in characters. */
function loadedAtOnce(file: string, found = new Map<string, number>()): Map<string, number> {
  if (found.has(file)) return found;
  const code = readFileSync(file, "utf8");
  found.set(file, code.length);
  for (const [, name = ""] of code.matchAll(/^(?:import|export)\b[^;\n]*?"(\.[^"]+)"/gm))
    loadedAtOnce(join(dirname(file), name), found);
  return found;
}

// one import of a large room in what all commands share doubles it, and with it the time and memory of every command
test("the program loads little before it knows what it is asked for", () => {
  const loaded = loadedAtOnce(start);
  expect(loaded.size).toBeGreaterThan(10);
  expect([...loaded.values()].reduce((sum, length) => sum + length, 0)).toBeLessThan(450_000);
});
