import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // the default leaves a core free, which on two cores means one file at a time
    maxWorkers: 2,
    projects: [
      { test: { name: "unit", include: ["src/**/*.test.ts"], testTimeout: 60_000, isolate: false } },
      {
        test: {
          name: "e2e",
          include: ["test/**/*.test.ts"],
          testTimeout: 60_000,
          isolate: false,
          server: { deps: { external: [/\/dist\//] } },
        },
      },
    ],
  },
});
