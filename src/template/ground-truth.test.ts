import { expect, test } from "vitest";
import { createPatternEngine, type JsonSchema, type JsonValue } from "../base/index.ts";
import {
  acceptAnswer,
  booleanMatch,
  type ConditionalGroundTruth,
  conditionalGroundTruth,
  exactMatch,
  literalMatch,
  type PrimitiveSpec,
  resolveGroundTruth,
  type ScenarioContext,
  setContainment,
  templateFromData,
  validateTemplate,
  verifyAnswer,
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

test("lists match a case in JSON's and in Python's spelling", () => {
  const listed = (key: string) =>
    conditionalGroundTruth({ ...conditional, cases: { [key]: { value: "list" } } });
  for (const key of ['["a",1]', "['a', 1]"])
    expect(resolved(["a", 1], listed(key))).toMatchObject({ value: "list" });
});

test("names of built-in properties are no cases", () => {
  expect(resolved("constructor").value).toBe("observe");
});

const tools = { patterns: createPatternEngine() };

/** A template of one field, made from what a file says, and how a right and a wrong answer fare. */
async function verdicts(field: object, [right, wrong]: readonly JsonValue[]) {
  const made = templateFromData({
    name: "Answer",
    fields: [{ name: "value", description: "v", required: true, ...field }],
    regex: {},
  });
  expect(await validateTemplate(made, tools)).toEqual([]);
  const verify = async (value: JsonValue = null) => {
    const answer = acceptAnswer(made, { value }, tools);
    return answer.ok && (await verifyAnswer(made, answer.value, { trace: "", tools })).verifyResult;
  };
  return [await verify(right), await verify(wrong)];
}

test.for<[JsonSchema, JsonValue, PrimitiveSpec, JsonValue[]]>([
  [{ type: "boolean" }, "false", booleanMatch(), [false, true]],
  [{ type: "array", items: { type: "number" } }, ["1", "2"], setContainment(), [[2, 1], [1]]],
  [{ type: "number" }, "5", literalMatch(), [5, 6]],
  [{ type: "string", format: "date" }, "2016-04-11T00:00:00Z", exactMatch(), ["2016-04-11", "2016-04-12"]],
  [{ type: "number" }, "5.0", exactMatch(), [5, 50]],
])(
  "a ground truth is stored as its field's schema reads it: %j, %j",
  async ([schema, groundTruth, verifyWith, values]) => {
    const verification = { groundTruth, verifyWith, weight: 1 };
    expect(await verdicts({ schema, verification }, values)).toEqual([true, false]);
  },
);

test("a template that was not made here must hold its ground truths so", async () => {
  const verification = { groundTruth: "false", verifyWith: booleanMatch(), weight: 1 };
  const fields = [
    { name: "value", description: "v", required: true, schema: { type: "boolean" as const }, verification },
  ];
  expect(await validateTemplate({ name: "Answer", fields, regex: {} }, tools)).toEqual([
    'field "value": ground truth: expected false, which is what the field\'s type reads in it, found "false"',
  ]);
});
