import { expect, test } from "vitest";
import { createPatternEngine, type JsonValue } from "../../base/index.ts";
import { type RegexCheck, verifyRegex } from "../index.ts";

const tools = { patterns: createPatternEngine() };
const trace = "It inhibits ABC at 5 mg [1] [2] [3]";

function run(pattern: string, expected: JsonValue, matchType: RegexCheck["matchType"]) {
  return verifyRegex({ check: { pattern, expected, matchType } }, trace, tools);
}

test.each<[string, JsonValue, RegexCheck["matchType"], boolean]>([
  [String.raw`\d+`, "5", "exact", false],
  [String.raw`(\d+)\s*mg`, "5", "exact", true],
  [String.raw`\b(activates|inhibits)\b`, "inhibits", "contains", true],
  [String.raw`\b(activates|inhibits)\b`, "activates", "contains", false],
  [String.raw`\[\d+\]`, 3, "count", true],
  [String.raw`\[\d+\]`, 2, "count", false],
  ["ABC", true, "count", false],
  ["[A-Z]{3}", ["ABC"], "all", true],
  ["[A-Z]{3}", ["ABC", "DEF"], "all", false],
  ["[A-Z]{3}", ["ABC", "ABC"], "all", true],
  [String.raw`(\d+)\s*(mg)`, "5 mg", "exact", false],
  [String.raw`(\d+)\s*(mg)`, ["5", "mg"], "exact", true],
  ["x", 0, "count", true],
])("%s %j %s passes: %s", async (pattern, expected, matchType, passes) => {
  const { success, results } = await run(pattern, expected, matchType);
  expect([success, results.check]).toEqual([passes, passes]);
});

test("details say what was found and why", async () => {
  expect(await run(String.raw`\d+`, "5", "exact")).toEqual({
    performed: true,
    success: false,
    results: { check: false },
    details: {
      check: {
        pattern: String.raw`\d+`,
        expected: "5",
        matchType: "exact",
        matchesFound: ["5", "1", "2", "3"],
        matchCount: 4,
        failureReason: "expected exactly one match, found 4",
      },
    },
    extraction: { check: ["5", "1", "2", "3"] },
  });
  expect((await run("[A-Z]{3}", ["ABC"], "all")).details.check).toHaveProperty("successReason");
});

test("a pattern that cannot be read fails; the others still run", async () => {
  const checks = {
    broken: { pattern: "(", expected: "x", matchType: "contains" },
    fine: { pattern: "ABC", expected: "ABC", matchType: "exact" },
  } as const;
  const { success, results, details, extraction } = await verifyRegex(checks, trace, tools);
  expect({ success, results, extraction }).toEqual({
    success: false,
    results: { broken: false, fine: true },
    extraction: { broken: [], fine: ["ABC"] },
  });
  expect(details.broken).toEqual({ ...checks.broken, error: expect.any(String) });
});

test("without checks there is nothing to fail", async () => {
  expect(await verifyRegex({}, trace, tools)).toEqual({
    performed: false,
    success: true,
    results: {},
    details: {},
    extraction: {},
  });
});
