import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { SlowTestsFirst } from "./scripts/slow-tests-first.ts";

// what Node has compiled once serves all workers and the programs that tests start
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, ".build", "compile-cache");

// who watches files needs to know who imports whom
const setupFiles = process.argv.includes("run") ? [join(import.meta.dirname, "scripts/test-setup.ts")] : [];
const common = { testTimeout: 60_000, hookTimeout: 60_000, isolate: false, setupFiles };
const projects = [
  { test: { ...common, name: "unit", include: ["src/**/*.test.ts", "viewer/**/*.test.ts"] } },
  { test: { ...common, name: "e2e", include: ["test/**/*.test.ts"] } },
];
// each project has workers of its own, which load everything anew: where nobody asks for one, they are one
const all = { test: { ...common, name: "all", include: projects.flatMap(({ test }) => test.include) } };
const asksForOne = process.argv.some((argument) => argument.startsWith("--project"));

export default defineConfig({
  test: {
    // many files wait for programs and servers: two more than two cores have keep both busy
    maxWorkers: 4,
    sequence: { sequencer: SlowTestsFirst },
    // Node itself loads the sources, as it does everywhere else
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: asksForOne ? projects : [all],
  },
});
