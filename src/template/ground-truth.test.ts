import { expect, test } from "vitest";
import {
  type ConditionalGroundTruth,
  conditionalGroundTruth,
  exactMatch,
  literalMatch,
  resolveGroundTruth,
  type ScenarioContext,
} from "./index.ts";

const conditional = conditionalGroundTruth({
  source: "node_results.triage.parsed.severity",
  cases: {
    high: { value: "refer", verifyWith: literalMatch() },
    true: { value: "yes" },
    "3.0": { value: "three" },
  },
  default: { value: "observe" },
});

function resolved(severity: unknown, groundTruth: ConditionalGroundTruth = conditional) {
  // Any JSON may come out of a scenario node.
  const nodeResults = { triage: { parsed: { severity } } } as never;
  return resolveGroundTruth({ groundTruth, verifyWith: exactMatch(), weight: 1 }, { nodeResults });
}

test("the value found picks the case, and with it the primitive", () => {
  expect(resolved("high")).toEqual({ value: "refer", verifyWith: literalMatch() });
  expect(resolved("low")).toEqual({ value: "observe", verifyWith: exactMatch() });
});

test("booleans and numbers match a case in JavaScript's and in Python's spelling", () => {
  expect(resolved(true).value).toBe("yes");
  expect(resolved(3).value).toBe("three");
  const python = conditionalGroundTruth({ ...conditional, cases: { True: { value: "ja" } } });
  expect(resolved(true, python).value).toBe("ja");
});

test("a path that leads nowhere, null and no scenario give the default", () => {
  const verification = { groundTruth: conditional, verifyWith: exactMatch(), weight: 1 };
  const nowhere: (ScenarioContext | undefined)[] = [
    undefined,
    { nodeResults: {} },
    { nodeResults: { triage: "text" } },
  ];
  expect(nowhere.map((scenario) => resolveGroundTruth(verification, scenario).value)).toEqual(
    Array(3).fill("observe"),
  );
  expect(resolved(null).value).toBe("observe");
});

test("names of built-in properties are no cases", () => {
  expect(resolved("constructor").value).toBe("observe");
});
