import { expect, test } from "vitest";
import { resumeCommandFor } from "./resume-command.ts";

test("the command has the flags that the run had for its exports", () => {
  const flags = { retryFailed: true, trustLog: false, modules: {}, overwrite: false };
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
