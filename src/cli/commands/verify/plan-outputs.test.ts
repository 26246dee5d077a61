import { describe, expect, test } from "vitest";
import type { Clock } from "../../../base/index.ts";
import { type OutputRequest, planOutputs } from "./plan-outputs.ts";

const clock: Clock = {
  now: () => Date.UTC(2026, 0, 31, 12, 30, 5, 250),
  monotonic: () => 0,
  sleep: async () => {},
};
const plan = (request: Partial<OutputRequest>) =>
  planOutputs(
    { output: undefined, resume: undefined, benchmarkName: "Drug targets", ...request },
    { clock, workingDirectory: "/w" },
  );

const inResults = (name: string) =>
  expect.stringMatching(new RegExp(`^/w/karenina-results/${name}-[0-9a-f]{6}\\.jsonl$`));

describe("where results go", () => {
  test("runs that start at the same time have logs of different names", () => {
    expect(new Set(Array.from({ length: 5 }, () => plan({}).log)).size).toBe(5);
  });

  test.each<[Partial<OutputRequest>, object]>([
    [{}, { log: inResults("drug-targets-20260131T123005Z"), logIsTemporary: false, exports: [] }],
    [{ benchmarkName: "日本" }, { log: inResults("benchmark-20260131T123005Z") }],
    [{ output: false }, { log: undefined, exports: [] }],
    [{ output: ["r.jsonl"] }, { log: "/w/r.jsonl", logIsTemporary: false, exports: [] }],
    [
      { output: ["/x/r.json", "r.csv"] },
      {
        log: "/x/r.json.jsonl",
        logIsTemporary: true,
        exports: [
          { format: "json", path: "/x/r.json" },
          { format: "csv", path: "/w/r.csv" },
        ],
      },
    ],
    [{ output: ["r.csv", "r.jsonl"] }, { log: "/w/r.jsonl", logIsTemporary: false }],
    [{ output: ["r.csv", "r.jsonl.zst"] }, { log: "/w/r.jsonl.zst", logIsTemporary: false }],
    [
      { resume: "r.json.jsonl", output: ["r.json"] },
      { log: "/w/r.json.jsonl", logIsTemporary: true },
    ],
    [
      { resume: "r.json.jsonl", output: ["other.csv"] },
      { log: "/w/r.json.jsonl", logIsTemporary: false },
    ],
    [
      { resume: "r.jsonl", output: ["r.json"] },
      { log: "/w/r.jsonl", logIsTemporary: false },
    ],
  ])("%j", (request, expected) => {
    expect(plan(request)).toMatchObject(expected);
  });

  test.each<[Partial<OutputRequest>, string]>([
    [{ output: ["results.xlsx"] }, "does not say its format"],
    [{ output: ["a.jsonl", "b.jsonl"] }, "has one log"],
    [{ output: ["a.jsonl", "a.jsonl.zst"] }, "has one log"],
    [{ output: ["a.json.zst"] }, "does not say its format"],
    [{ output: ["other.jsonl"], resume: "r.jsonl" }, "goes on in its own log"],
    [{ output: false, resume: "r.jsonl" }, "contradict"],
  ])("%j is wrong usage", (request, message) => {
    expect(() => plan(request)).toThrow(message);
  });
});
