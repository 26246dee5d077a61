import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createPatternEngine } from "./pattern-engine.ts";

/** What Python found, by fixtures/python-patterns.py; null where it refuses the pattern. */
type Row = readonly [pattern: string, text: string, matches: readonly (readonly number[])[][] | null];

const engine = createPatternEngine({ searchMs: 20_000 });

test("what gives nothing back, and conditions, find what Python finds", async () => {
  const rows: readonly Row[] = JSON.parse(
    await readFile(new URL("fixtures/python-patterns.json", import.meta.url), "utf8"),
  );
  expect(rows.length).toBeGreaterThan(300);
  for (const [pattern, text, expected] of rows) {
    const label = JSON.stringify([pattern, text]);
    if (expected === null) {
      expect(() => engine.validate(pattern), label).toThrow(
        expect.objectContaining({ code: "invalid_input" }),
      );
      continue;
    }
    const part = ([start = -1, end = -1]: readonly number[]) =>
      start < 0 ? undefined : text.slice(start, end);
    const found = await engine.matches(pattern, text);
    expect(found, label).toEqual(
      expected.map(([whole = [], ...groups]) => ({
        text: part(whole),
        groups: groups.map(part),
        index: whole[0],
      })),
    );
  }
});

test.for([
  ["(a*)(?(1)b|c)", "a condition on group 1, which can match nothing, is not supported"],
  ["(?:(a)|b)+(?(1)b|c)", "a condition on group 1, inside a repetition, is not supported"],
  [String.raw`\N{GREEK SMALL LETTER ALPHA}`, String.raw`characters by their names, \N{…}, are not supported`],
  [String.raw`[\N{BULLET}-]`, String.raw`characters by their names, \N{…}, are not supported`],
])("what cannot be told exactly is refused: %s", ([pattern = "", message = ""]) => {
  expect(() => engine.validate(pattern)).toThrow(
    expect.objectContaining({ code: "invalid_input", message: expect.stringContaining(message) }),
  );
});

test("a value is tested at once", () => {
  const pattern = "^(<)?a++(?(1)>|$)";
  expect(["<aa>", "<aa", "aa"].map((text) => engine.valueTest()(pattern, text))).toEqual([true, false, true]);
});
