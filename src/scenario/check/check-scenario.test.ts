import { expect, test } from "vitest";
import type { JsonValue } from "../../base/index.ts";
import { allOf, atLeastN, traceContains } from "../../template/index.ts";
import { handovers, isUnconditional, nodeOf, userTag } from "../definition/scenario-definition.ts";
import { operators } from "../definition/shorthand.ts";
import {
  type AskedQuestion,
  anyTurn,
  checkScenario,
  comparedTo,
  countTurns,
  crossTurn,
  END,
  lastTurn,
  lastTurnScope,
  type OutcomeCheck,
  problemText,
  shorthandCheck,
  stateCheck,
  turnAt,
} from "../index.ts";
import { edge, scenarioOf } from "../testing/walks.ts";

const when = (condition: Parameters<typeof shorthandCheck>[0]) => ({ when: [shorthandCheck(condition)] });
const number = (name: string) => ({ name, schema: { type: "number" } });
const fieldsOf = ({ question }: AskedQuestion) =>
  question === "a?" ? [number("severity"), { name: "name", schema: { type: "string" } }] : undefined;

test("what is as it should be has no problems", () => {
  const definition = scenarioOf(
    ["a", "b"],
    [
      edge("a", "b", when({ "parsed.severity": 3 })),
      edge("a", END),
      edge("b", END, when({ "node_results.a.parsed.name": "x" })),
      edge("b", "a"),
    ],
    { outcomes: [{ name: "ok", description: "", check: lastTurn({ "parsed.severity": 3, node_id: "b" }) }] },
  );
  expect(checkScenario(definition, { fieldsOf })).toEqual([]);
  expect(nodeOf(definition, "b")?.id).toBe("b");
  expect(definition.edges.map(isUnconditional)).toEqual([false, true, false, true]);
});

test("everything wrong is told at once", () => {
  const question = { question: "a?" };
  const definition = scenarioOf([], [], {
    name: " ",
    turnLimit: 0,
    entryNode: "a",
    nodes: [
      {
        id: "a",
        question,
        metadata: {},
        agentIdentity: userTag,
        user: { persona: "", goal: "", hiddenFacts: [], turnLimit: 1.5 },
      },
      { id: "a", question, metadata: {} },
      {
        id: "alone",
        question: { question: "" },
        metadata: {},
        stateUpdate: { language: "Python", text: "x" },
      },
    ],
    edges: [
      edge("a", "a", when({ "parsed.severty": 1 })),
      edge("a", "alnoe", when({ "node_results.alnoe.parsed.x": 1 })),
      edge("a", "a", when({ "node_visits.b": 1 })),
      edge("a", "a", when({ verdict: true })),
      edge("a", "a", when({ "node_results.a.parsd.x": true })),
      edge("a", "a", when({ user_stop: "tired" })),
      edge("a", "a", { when: [stateCheck("turn", 1, traceContains({ substring: "x" }))] }),
      edge("a", "a", { when: [stateCheck("turn", 1, { type: "NumericExct" })] }),
      edge("a", "a", {
        decide: { language: "Python", text: "x" },
        handover: { language: "Python", text: "y" },
      }),
      edge("a", "a", { unusable: "it cannot be read" }),
      edge("alone", END),
      edge("alone", "a"),
    ],
    outcomes: [
      { name: "twice", description: "", check: lastTurn({ verdict: true, "parsed.gone": 1 }) },
      {
        name: "twice",
        description: "",
        check: allOf([countTurns({ node: "b" }), atLeastN(2, [lastTurn({})]), atLeastN(0, [countTurns()])]),
      },
      { name: "", description: "" },
      { name: "code", description: "", evaluate: { language: "Python", text: "x" } },
      {
        name: "far",
        description: "",
        check: crossTurn({ source: turnAt(0.5), sourceField: "nope", target: lastTurnScope() }),
      },
    ],
  });
  const known = ({ question: text }: AskedQuestion) => (text === "a?" ? [number("severity")] : []);
  expect(
    checkScenario(definition, { fieldsOf: known }).map((one) => `${one.severity}: ${problemText(one)}`),
  ).toMatchInlineSnapshot(`
    [
      "error: expected a name",
      "error: expected a turn limit of at least 1, found 0",
      "error: node "a": __user__ is the user's own name; no agent can have it",
      "error: node "a": expected a persona of its simulated user",
      "error: node "a": expected a goal of its simulated user",
      "error: node "a": expected a turn limit of its simulated user of at least 1, found 1.5",
      "error: node "alone": expected a question",
      "warning: node "alone": its state update is code in Python, which has to be run to be known",
      "error: node "a": expected an id of its own, found it twice",
      "error: edge 1 (a → a): The template of "a" has no field "severty", did you mean "severity"?",
      "error: edge 2 (a → alnoe): there is no node "alnoe", its target, did you mean "alone"?",
      "error: edge 2 (a → alnoe): there is no node "alnoe", did you mean "alone"?",
      "error: edge 3 (a → a): there is no node "b", did you mean "a"?",
      "error: edge 4 (a → a): there is no "verdict" in the state; there are verify_result, turn, current_node, user_stop, parsed.<field>, accumulated.<key>, node_visits.<node>, node_results.<node>",
      "error: edge 5 (a → a): there is no "parsd.x" below a node's results; there are verify_result, parsed.<field>, rubric.<trait>",
      "error: edge 6 (a → a): user_stop is goal_reached, gave_up, turn_limit or null, and never "tired"",
      "error: edge 7 (a → a): TraceContains looks at raw responses and compares no values",
      "error: edge 8 (a → a): There is no primitive "NumericExct".",
      "warning: edge 9 (a → a): its condition is code in Python, which has to be run to be known",
      "warning: edge 9 (a → a): its handover is code in Python, which has to be run to be known",
      "error: edge 10 (a → a): it cannot be read",
      "error: node "a": all its edges have conditions; expected one without, for when none holds, such as one to the end; the end is END in code and end in YAML",
      "error: node "a": all its edges have conditions; expected one without, for when none holds, such as one to the end; the end is END in code and end in YAML",
      "warning: node "alone": 2 of its edges have no condition; only the first is ever taken",
      "error: node "alone": no way leads to it from "a"",
      "error: outcome "twice": turns have no "verdict"; they have node_id, verify_result, raw_response, question_text, parsed.<field>",
      "error: outcome "twice": None of the templates has a field "gone"",
      "error: outcome "twice": there is no node "b", did you mean "a"?",
      "error: outcome "twice": expected n from 1 to 1, which is how many conditions there are, found 2",
      "error: outcome "twice": expected checks in all_of, found none, which every walk would be judged alike by",
      "error: outcome "twice": expected n from 1 to 1, which is how many conditions there are, found 0",
      "error: outcome "": expected a name",
      "warning: outcome "": it has neither a check nor a function, and is left out",
      "warning: outcome "code": it is code in Python, which has to be run to be known",
      "error: outcome "far": turns have no "nope"; they have node_id, verify_result, raw_response, question_text, parsed.<field>",
      "error: outcome "far": turns have no "nope"; they have node_id, verify_result, raw_response, question_text, parsed.<field>",
      "error: outcome "far": expected the place of a turn as a whole number, found 0.5",
      "error: outcome "twice": expected a name of its own, found it twice",
    ]
  `);
});

test("values that never stand there are told, by what may", () => {
  const schemas = {
    flag: { type: "boolean" },
    euros: { type: "number" },
    level: { enum: ["low", "high"] },
    name: { type: "string" },
    maybe: { anyOf: [{ type: "boolean" }, { type: "null" }] },
    any: {},
  };
  const own = Object.entries(schemas).map(([name, schema]) => ({ name, schema }));
  const verdictOf = (name: string, source: string) => ({
    name,
    schema: { type: "boolean" },
    verification: {
      groundTruth: { conditional: true as const, source, cases: {}, default: { value: true } },
      verifyWith: { type: "BooleanMatch" },
      weight: 1,
    },
  });
  const fields = ({ question }: AskedQuestion) =>
    question === "a?"
      ? own
      : [
          verdictOf("one", "parsed.flag"),
          verdictOf("two", "node_results.zzz.parsed.flag"),
          verdictOf("three", "node_results.a.parsed.flga"),
          verdictOf("four", "node_results.a.parsed.flag"),
        ];
  const told = (
    conditions: readonly Parameters<typeof shorthandCheck>[0][],
    outcomes: readonly OutcomeCheck[],
  ) =>
    checkScenario(
      scenarioOf(["a", "b"], [...conditions.map((one) => edge("a", "b", when(one))), edge("a", "b")], {
        outcomes: outcomes.map((check, at) => ({ name: `${at}`, description: "", check })),
      }),
      { fieldsOf: fields },
    ).map((one) => `${one.severity}: ${problemText(one)}`);
  const results = (field: "status" | "turn_count" | "path", value: JsonValue): OutcomeCheck => ({
    type: "result_check",
    field,
    ...comparedTo(value),
  });
  expect(
    told(
      [
        { verify_result: "yes" },
        { "parsed.euros": "many" },
        { "parsed.euros": "24" },
        { "parsed.flag": { gte: 3 } },
        { "parsed.flag": "true" },
        { "parsed.name": true },
        { "parsed.level": "hihg" },
        { "parsed.maybe": 1 },
        { turn: 1.5 },
        { turn: true },
        { turn: { lt: 0 } },
        { current_node: "askz" },
        { "node_visits.a": "1" },
        { "node_results.a.parsed.euros": ["x"] },
        { "node_results.a.verify_result": 1 },
      ],
      [
        lastTurn({ node_id: "bb" }),
        anyTurn({ "parsed.flag": "perhaps" }),
        lastTurn({ raw_response: true }),
        results("status", "complete"),
        results("turn_count", -1),
        results("path", ["a", "payz"]),
        results("path", "a"),
      ],
    ),
  ).toMatchInlineSnapshot(`
    [
      "error: node "b", field "one": expected what a node found, such as node_results.<node>.parsed.<field>, found "parsed.flag"",
      "error: node "b", field "two": there is no node "zzz"",
      "error: node "b", field "three": The template of "a" has no field "flga", did you mean "flag"?",
      "error: edge 1 (a → b): verify_result is true or false or null, and never "yes"",
      "error: edge 2 (a → b): parsed.euros is a number, and never "many"",
      "warning: edge 3 (a → b): parsed.euros is a number, and is compared as text with "24"",
      "error: edge 4 (a → b): parsed.flag is true or false, and never a number",
      "warning: edge 5 (a → b): parsed.flag is true or false, and is compared as text with "true"",
      "error: edge 6 (a → b): parsed.name is text, and never true or false",
      "error: edge 7 (a → b): parsed.level is "low", "high", and never "hihg", did you mean "high"?",
      "error: edge 8 (a → b): parsed.maybe is true or false or null, and never a number",
      "error: edge 9 (a → b): turn is a whole number of at least 0, and never 1.5",
      "error: edge 10 (a → b): turn is a whole number of at least 0, and never true or false",
      "error: edge 11 (a → b): turn is a whole number of at least 0, and never less than 0",
      "error: edge 12 (a → b): current_node is "a", "b", and never "askz"",
      "warning: edge 13 (a → b): node_visits.a is a whole number of at least 0, and is compared as text with "1"",
      "error: edge 14 (a → b): parsed.euros is a number, and never a list",
      "error: edge 15 (a → b): node_results.a.verify_result is true or false or null, and never a number",
      "error: outcome "0": node_id is "a", "b", and never "bb", did you mean "b"?",
      "error: outcome "1": parsed.flag is true or false, and never "perhaps"",
      "error: outcome "2": raw_response is text, and never true or false",
      "error: outcome "3": status is "completed", "limit_reached", "error", "timeout", and never "complete", did you mean "completed"?",
      "error: outcome "4": turn_count is a whole number of at least 0, and never -1",
      "error: outcome "5": each of path is "a", "b", and never "payz"",
      "error: outcome "6": path is a list, and never "a"",
    ]
  `);
  expect(
    told(
      [
        { verify_result: null },
        { "parsed.maybe": false },
        { "parsed.level": "HIGH" },
        { "parsed.name": "x" },
        { "parsed.any": ["x"] },
        { "parsed.euros": 1.5 },
        { turn: { gte: 1.5 } },
        { current_node: "a" },
      ],
      [results("path", ["a", "b"]), results("status", "timeout"), anyTurn({ "parsed.one": true })],
    ).filter((one) => !one.includes('node "b"')),
  ).toEqual([]);
});

test("a scenario without nodes or entry", () => {
  const texts = (definition: Parameters<typeof checkScenario>[0]) =>
    checkScenario(definition).map(problemText);
  expect(texts(scenarioOf([], []))).toEqual(["expected a node, found none"]);
  expect(texts(scenarioOf(["a"], [], { entryNode: "" }))).toEqual([
    "expected an entry: the node that the walk begins at",
  ]);
  expect(texts(scenarioOf(["start"], [], { entryNode: "strat" }))).toEqual([
    'there is no node "strat", the entry, did you mean "start"?',
  ]);
});

test.each<[Parameters<typeof shorthandCheck>[0], string]>([
  [{}, "expected one path"],
  [{ a: 1, b: 2 }, "expected one path"],
  [{ turn: { above: 2 } }, "expected a value or one of gte, gt, lte, lt, eq"],
  [{ turn: { gte: 1, lte: 2 } }, "expected a value or one of"],
  [{ turn: { gte: "1" } }, "expected a number after gte"],
])("the short form %j is refused", (condition, message) => {
  expect(() => shorthandCheck(condition)).toThrow(message);
});

test("the short form has these words", () => {
  expect([...operators, ...handovers]).toHaveLength(8);
  expect(shorthandCheck({ turn: { lt: 3 } })).toEqual({
    type: "state_check",
    field: "turn",
    expected: null,
    verifyWith: { type: "NumericRange", max: 3, exclusiveMax: true },
  });
});

test("ten thousand nodes and edges that lead nowhere are told in no time", () => {
  const ids = Array.from({ length: 10_000 }, (_, at) => `node ${at}`);
  const edges = ids.map((id, at) =>
    edge(id, `nowhere ${at}`, when({ [`node_results.gone ${at}.parsed.x`]: 1 })),
  );
  expect(checkScenario(scenarioOf(ids, edges)).length).toBeGreaterThan(30_000);
});
