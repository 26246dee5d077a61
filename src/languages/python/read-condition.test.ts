import { expect, test } from "vitest";
import { END, type ScenarioDefinition } from "../../scenario/index.ts";
import { withReadConditions } from "../index.ts";
import { readPythonCondition } from "./read-condition.ts";

const literal = { type: "LiteralMatch" };
const range = (options: object) => ({ type: "NumericRange", ...options });

test.each<[string, readonly [path: string, expected: unknown, primitive: object][]]>([
  ["lambda s: s.verify_result", [["verify_result", true, { type: "BooleanMatch" }]]],
  ["lambda s: s.verify_result is False", [["verify_result", false, literal]]],
  ["lambda s: s.verify_result == True", [["verify_result", true, literal]]],
  ['lambda state: state.parsed["dose"] >= 3', [["parsed.dose", null, range({ min: 3 })]]],
  ['lambda s: s.parsed.get("name") == "BCL2"', [["parsed.name", "BCL2", literal]]],
  ['lambda s: s.parsed.get("name") is None', [["parsed.name", null, literal]]],
  [
    "lambda s: (s.turn < 4) and s.current_node == 'a'",
    [
      ["turn", null, range({ max: 4, exclusiveMax: true })],
      ["current_node", "a", literal],
    ],
  ],
  [
    'lambda s: s.node_visits.get("a", 0) > -1',
    [["node_visits.a", null, range({ min: -1, exclusiveMin: true })]],
  ],
  ['lambda s: s.node_results["a"]["parsed"]["x"] == 1.5', [["node_results.a.parsed.x", 1.5, literal]]],
  [
    'lambda s: s.node_results["a"].get("verify_result") is True',
    [["node_results.a.verify_result", true, literal]],
  ],
  ['lambda s: s.accumulated["k"] <= 2', [["accumulated.k", null, range({ max: 2 })]]],
])("%s is read", (source, checks) => {
  expect(readPythonCondition(source)).toEqual(
    checks.map(([field, expected, verifyWith]) => ({ type: "state_check", field, expected, verifyWith })),
  );
});

test.each([
  "lambda s: not s.verify_result", // true for a verdict that is missing, too
  "lambda s: s.verify_result or s.turn > 2",
  'lambda s: s.parsed["x"]', // whatever Python takes for true
  'lambda s: s.parsed["x"] is True', // 1 is not
  'lambda s: s.parsed["verify_result"] is True',
  'lambda s: s.parsed["x"] is None', // fails there where it is missing
  'lambda s: s.parsed.get("x", 3) > 2',
  'lambda s: s.node_visits["a"] < 2', // fails there before the first visit
  'lambda s: s.node_visits.get("a") < 2',
  'lambda s: s.parsed["x"] == s.parsed["y"]',
  "lambda s: 2 < s.turn",
  "lambda s: 1 < s.turn < 3",
  "lambda s: s.turn % 2 == 0",
  "lambda s: len(s.history) > 2",
  "lambda s: s.parsed['x'].startswith('a')",
  "lambda s, t: s.turn > 2",
  "lambda s=1: s.turn > 2",
  "lambda *s: s.turn > 2",
  "lambda s: other.turn > 2",
  "lambda s: s.turn == [1]",
  "lambda s: s.history == 1",
  "lambda s: s.parsed['x'] != 1",
  "def f(s): return True",
  "lambda s: s.turn > 2; import os",
  "lambda s:",
  "",
  "__import__('os').system('true')",
])("%s has to be run to be known", (source) => {
  expect(readPythonCondition(source)).toBeUndefined();
});

test("a scenario has its simple conditions as checks, and the others as they are", async () => {
  const code = (text: string) => ({ language: "Python", text });
  const definition: ScenarioDefinition = {
    name: "s",
    description: "",
    entryNode: "a",
    nodes: [{ id: "a", question: { question: "A?" }, metadata: {} }],
    edges: [
      { source: "a", target: "a", when: [], decide: code("lambda s: s.turn < 3") },
      { source: "a", target: END, when: [], decide: code("lambda s: odd(s)") },
      {
        source: "a",
        target: END,
        when: [],
        decide: { language: "TypeScript", text: "lambda s: s.turn < 3" },
      },
      { source: "a", target: END, when: [] },
    ],
    outcomes: [],
    metadata: {},
  };
  const { edges } = await withReadConditions(definition);
  expect(edges[0]).toEqual({ source: "a", target: "a", when: [expect.objectContaining({ field: "turn" })] });
  expect(edges.slice(1)).toEqual(definition.edges.slice(1));
  expect(await withReadConditions({ ...definition, edges: definition.edges.slice(2) })).toMatchObject({
    edges: definition.edges.slice(2),
  });
});
