import { describe, expect, it, test } from "vitest";
import { allOf, anyOf, atLeastN, numericExact } from "../../template/index.ts";
import { conditionsOf } from "../definition/outcome-check.ts";
import {
  allTurns,
  anyTurn,
  countTurns,
  crossTurn,
  evaluateOutcomes,
  firstMatchIndex,
  firstTurn,
  firstTurnScope,
  lastTurn,
  lastTurnScope,
  type OutcomeCheck,
  type OutcomeCriterion,
  statusIs,
  turnAt,
  turnCountEq,
  turnCountGte,
  type WalkOutcome,
} from "../index.ts";
import { edge, scenarioOf, walk, walkTools } from "../testing/walks.ts";

const { state } = await walk(scenarioOf(["a", "b", "c"], [edge("a", "b"), edge("b", "c")]), [
  {
    verifyResult: false,
    parsed: { dose: 10, name: " BCL-2", list: ["x"], empty: "", zero: 0, said: "None", flag: false },
    text: "It may be BCL-2.",
  },
  { verifyResult: true, parsed: { dose: 20, name: "bcl2" }, text: "BCL2" },
  { verifyResult: true, parsed: { dose: 15, gone: null }, text: "As I said: BCL2" },
]);
const done: WalkOutcome = { scenarioId: "sample", status: "completed", state };

const judge = async (check: Partial<OutcomeCriterion>, outcome = done) => {
  const [result] = await evaluateOutcomes(
    { outcomes: [{ name: "x", description: "", ...check }] },
    outcome,
    walkTools,
  );
  return result;
};
const valueBy = async (check: OutcomeCheck, outcome = done) => (await judge({ check }, outcome))?.value;

const ends = { source: firstTurnScope(), target: lastTurnScope() };

test.each<[string, OutcomeCheck, boolean | number]>([
  ["the last turn", lastTurn({ node_id: "c", verify_result: true }), true],
  ["the first turn", firstTurn({ verify_result: true }), false],
  ["any turn", anyTurn({ "parsed.dose": { gte: 20 } }), true],
  ["any turn at a node", anyTurn({ "parsed.dose": { gte: 20 } }, { node: ["a", "c"] }), false],
  ["several fields in different turns", anyTurn({ verify_result: false, "parsed.dose": 20 }), true],
  ["all turns", allTurns({ "parsed.dose": { gt: 9 } }), true],
  ["all turns at a node", allTurns({ verify_result: false }, { node: "a" }), true],
  ["no turn at all, for all", allTurns({ verify_result: true }, { node: "nowhere" }), false],
  ["a field of the reply", lastTurn({ raw_response: "as i said: bcl2" }), true],
  ["true, and a number found", lastTurn({ "parsed.dose": true }), false],
  ["true, and a text found", anyTurn({ "parsed.name": true }), false],
  ["true, and a list found", anyTurn({ "parsed.list": true }), false],
  ["false, and an empty text found", anyTurn({ "parsed.empty": false }), false],
  ["false, and 0 found", anyTurn({ "parsed.zero": false }), false],
  [
    "true and false as such",
    allOf([anyTurn({ "parsed.flag": false }), lastTurn({ verify_result: true })]),
    true,
  ],
  ["a missing field", lastTurn({ "parsed.none": null }), true],
  ["a missing field as text", lastTurn({ "parsed.none": "None" }), false],
  ["the status", statusIs("completed"), true],
  ["enough turns", turnCountGte(3), true],
  ["more turns", turnCountEq(4), false],
  ["a count", countTurns({ verifyResult: true }), 2],
  ["a count at nodes", countTurns({ node: ["a", "b"], verifyResult: true }), 1],
  ["the first", firstMatchIndex({ verifyResult: true }), 1],
  ["no first", firstMatchIndex({ node: "d" }), -1],
  [
    "more than before",
    crossTurn({
      source: firstTurnScope(),
      sourceField: "parsed.dose",
      target: lastTurnScope(),
      comparison: "gt",
    }),
    true,
  ],
  [
    "less than before",
    crossTurn({ source: turnAt(1), sourceField: "parsed.dose", target: turnAt(-1), comparison: "lt" }),
    true,
  ],
  [
    "the same after normalizing",
    crossTurn({
      source: turnAt(0),
      sourceField: "parsed.name",
      target: turnAt(1),
      normalize: ["lowercase", "strip", "remove_punctuation"],
    }),
    true,
  ],
  [
    "not the same without",
    crossTurn({ source: turnAt(0), sourceField: "parsed.name", target: turnAt(1) }),
    false,
  ],
  [
    "a text inside another",
    crossTurn({ source: turnAt(1), sourceField: "raw_response", target: turnAt(2), comparison: "contains" }),
    true,
  ],
  [
    "what has no order",
    crossTurn({
      source: turnAt(0),
      sourceField: "parsed.name",
      target: turnAt(1),
      targetField: "parsed.dose",
      comparison: "gt",
    }),
    false,
  ],
  ["nothing and nothing", crossTurn({ ...ends, sourceField: "parsed.none" }), false],
  ["nothing and null", crossTurn({ ...ends, sourceField: "parsed.gone" }), false],
  ["nothing is not nothing", crossTurn({ ...ends, sourceField: "parsed.none", comparison: "neq" }), false],
  [
    "nothing, normalized, and the text none",
    crossTurn({
      ...ends,
      sourceField: "parsed.none",
      target: firstTurnScope(),
      targetField: "parsed.said",
      normalize: ["lowercase"],
    }),
    false,
  ],
  [
    "nothing inside a text",
    crossTurn({
      ...ends,
      sourceField: "parsed.none",
      target: firstTurnScope(),
      targetField: "parsed.said",
      comparison: "contains",
    }),
    false,
  ],
  ["something and nothing", crossTurn({ ...ends, sourceField: "parsed.name", comparison: "neq" }), true],
  [
    "a turn that is not there",
    crossTurn({ source: turnAt(7), sourceField: "node_id", target: turnAt(1), comparison: "neq" }),
    false,
  ],
  [
    "trees within trees",
    allOf([anyOf([statusIs("error"), allOf([turnCountEq(3), statusIs("completed")])]), turnCountGte(1)]),
    true,
  ],
  ["numbers within trees", allOf([countTurns({ node: "a" }), firstMatchIndex({ node: "a" })]), true],
  [
    "no number and no place within trees",
    anyOf([countTurns({ node: "d" }), firstMatchIndex({ node: "d" })]),
    false,
  ],
  ["at least two of three", atLeastN(2, [turnCountEq(3), statusIs("error"), statusIs("completed")]), true],
  ["all of none", allOf<OutcomeCheck>([]), true],
  ["any of none", anyOf<OutcomeCheck>([]), false],
])("%s", async (_name, check, value) => {
  expect(await valueBy(check)).toBe(value);
});

describe("a check that fails", () => {
  const failing = lastTurn({ "parsed.gone": { gte: 1 } });
  const right = statusIs("completed");

  it("makes the whole criterion false, unless it is decided before", async () => {
    expect(await judge({ check: anyOf([failing, right]) })).toMatchObject({
      value: false,
      reason: "It could not be decided: NumericRange: expected a number, found null.",
    });
    expect(await valueBy(anyOf([right, failing]))).toBe(true);
    expect(await valueBy(allOf([statusIs("error"), failing]))).toBe(false);
    expect(await valueBy(atLeastN(1, [right, failing]))).toBe(false);
  });
});

test("functions decide, and what they give is checked", async () => {
  expect(await judge({ evaluate: ({ state: { turn } }) => turn })).toMatchObject({ value: 3 });
  expect(await judge({ evaluate: () => "yes" as never })).toMatchObject({ value: false });
  expect(await judge({ evaluate: { language: "Python", text: "lambda r: True" } })).toMatchObject({
    value: false,
    reason: "It could not be decided: it is code in Python, which is not run here.",
  });
  expect(await judge({ unusable: "no such check" })).toMatchObject({
    value: false,
    reason: "It cannot be read: no such check.",
  });
  expect(await judge({})).toBeUndefined();
});

test("every value has its reason", async () => {
  const reasons = await Promise.all(
    [
      lastTurn({ verify_result: false }),
      anyTurn({ "parsed.dose": { gt: 30 } }),
      statusIs("error"),
      countTurns({ node: "a" }),
      allOf([statusIs("completed"), turnCountEq(2)]),
      { type: "result_check", field: "path", expected: 1, verifyWith: numericExact() } as const,
    ].map(async (check) => (await judge({ check }))?.reason),
  );
  expect(reasons).toEqual([
    "In turn 3, at c, verify_result is true, expected false (BooleanMatch).",
    'No turn of 3 (any turn) has parsed.dose as expected: NumericRange {"min":30,"exclusiveMin":true}.',
    'The status is "completed", expected "error" (ExactMatch).',
    "1 turn at a.",
    "The number of turns is 3, expected 2 (NumericExact).",
    expect.stringContaining("It could not be decided"),
  ]);
  expect(conditionsOf(allOf([statusIs("completed")]))).toHaveLength(1);
});

test("a walk that was cut short is judged too", async () => {
  const empty = { ...done, status: "error" as const, state: { ...state, history: [], turn: 0 } };
  expect(await valueBy(lastTurn({ verify_result: true }), empty)).toBe(false);
  expect(await valueBy(statusIs("error"), empty)).toBe(true);
});
