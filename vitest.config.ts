import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // many files wait for programs and servers: one more than two cores have keeps both busy
    maxWorkers: 3,
    projects: [
      { test: { name: "unit", include: ["src/**/*.test.ts"], testTimeout: 60_000, isolate: false } },
      {
        test: {
          name: "e2e",
          include: ["test/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate: false,
          server: { deps: { external: [/\/dist\//] } },
        },
      },
    ],
  },
});
