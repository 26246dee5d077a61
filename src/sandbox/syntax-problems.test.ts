import { expect, test } from "vitest";
import { syntaxProblems } from "./index.ts";

test("says of each source what is wrong with its syntax, and runs none", async () => {
  const sources = [
    "export default {",
    "const a: number = 1; while (true) {}",
    "enum A { b }",
    "(".repeat(200_000),
    " ".repeat(1_000_001),
    "throw new Error('only when it runs')",
  ];
  const found: (string | undefined)[] = [];
  for await (const problem of syntaxProblems(sources)) found.push(problem);
  expect(found).toEqual([
    expect.stringContaining("cannot be read at line 1"),
    undefined,
    expect.stringContaining("enum"),
    expect.stringContaining("nested too deeply"),
    expect.stringContaining("at most 1000000"),
    undefined,
  ]);
});
