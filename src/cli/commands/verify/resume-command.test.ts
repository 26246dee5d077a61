import { expect, test } from "vitest";
import { resumeCommandFor } from "./resume-command.ts";

test("the command has the flags that the run had for its exports", () => {
  const flags = { retryFailed: true, trustLog: false, modules: {}, held: {}, overwrite: false };
  const begin = "npx karenina verify --resume out.json.jsonl --retry-failed";
  expect(resumeCommandFor("out.json.jsonl", { ...flags, written: {} })).toBe(begin);
  expect(resumeCommandFor("out.json.jsonl", { ...flags, written: { cache: true } })).toBe(`${begin} --cache`);
  expect(resumeCommandFor("out.json.jsonl", { ...flags, written: { cache: "my replies" } })).toBe(
    `${begin} --cache='my replies'`,
  );
  const written = { outputFormat: "karenina-2.2", formulas: "keep" } as const;
  expect(resumeCommandFor("out.json.jsonl", { ...flags, written })).toBe(
    `${begin} --output-format karenina-2.2 --formulas keep`,
  );
});

test("the command holds the run against what it was held against before", () => {
  const held = {
    gates: "my gates.yaml",
    gate: ["pass_rate min=80%", "no_broken"],
    baseline: "before.json",
    failUnder: 0.9,
  };
  const flags = { retryFailed: false, trustLog: false, modules: {}, written: {}, overwrite: false };
  expect(resumeCommandFor("run.jsonl", { ...flags, held })).toBe(
    "npx karenina verify --resume run.jsonl --gates 'my gates.yaml' --gate 'pass_rate min=80%' --gate no_broken --baseline before.json --fail-under 0.9",
  );
});
