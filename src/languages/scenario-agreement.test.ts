import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPatternEngine, type JsonValue } from "../base/index.ts";
import { propertyRuns } from "../base/testing/property-runs.ts";
import { advance, type ScenarioDefinition, type ScenarioState, startWalk } from "../scenario/index.ts";
import { createScenarioCode, type ScenarioCode, withReadConditions } from "./index.ts";
import { openSharedPool } from "./python/run/testing/shared-process.ts";

let code: ScenarioCode;
beforeAll(() => {
  code = createScenarioCode({ python: { openPool: openSharedPool } });
});
afterAll(() => code[Symbol.asyncDispose]());
const limit = { timeout: 60_000 };
const patterns = createPatternEngine();
const python = (text: string) => ({ language: "Python", text });

const definitionWith = (condition: string): ScenarioDefinition => ({
  ...{ name: "s", description: "", entryNode: "asks", outcomes: [], metadata: {} },
  nodes: ["asks", "yes", "no"].map((id) => ({ id, question: { question: `${id}?` }, metadata: {} })),
  edges: [
    { source: "asks", target: "yes", when: [], decide: python(condition) },
    { source: "asks", target: "no", when: [] },
  ],
});

/** The node that a walk goes to: with its condition run, or as it was read. */
async function wayOn(definition: ScenarioDefinition, state: ScenarioState, isRun: boolean): Promise<string> {
  const tools = { patterns, ...(isRun && { runCode: code.run }) };
  const stop = { kind: "user_stopped", stop: "gave_up" } as const;
  return (await advance(definition, state, stop, { tools })).state.currentNode;
}

const value = fc.oneof(
  fc.integer({ min: -2, max: 3 }),
  fc.constantFrom(0.5, 1.5, 2, true, false, null, "a", "A", "none", ""),
);
const literal = (found: JsonValue): string =>
  found === null ? "None" : typeof found === "boolean" ? (found ? "True" : "False") : JSON.stringify(found);
const held = fc.dictionary(fc.constantFrom("x", "y"), fc.oneof(value, fc.constant([1])), {
  noNullPrototype: true,
});
const verdict = fc.constantFrom(true, false, null);
const places = [
  "s.verify_result",
  "s.turn",
  "s.current_node",
  's.parsed["x"]',
  's.parsed.get("y")',
  's.accumulated["x"]',
  's.accumulated.get("y")',
  's.node_visits.get("asks", 0)',
  's.node_visits.get("yes", 0)',
  's.node_results["asks"]["parsed"]["x"]',
  's.node_results["asks"].get("verify_result")',
  's.node_results["yes"].get("verify_result")',
];
const part = fc.oneof(
  fc.constant("s.verify_result"),
  fc
    .tuple(fc.constantFrom(...places), fc.constantFrom("==", "is", ">=", ">", "<=", "<"), value)
    .map(([place, operator, compared]) => `${place} ${operator} ${literal(compared)}`),
);
const condition = fc
  .array(part, { minLength: 1, maxLength: 3 })
  .map((parts) => `lambda s: ${parts.join(" and ")}`);
const stateWith = (parts: Partial<ScenarioState>): ScenarioState => ({
  ...startWalk({ entryNode: "asks" }),
  ...parts,
});
const stateOf = fc
  .record({
    verifyResult: verdict,
    turn: fc.integer({ min: 0, max: 3 }),
    parsed: held,
    accumulated: held,
    nodeVisits: fc.dictionary(fc.constantFrom("asks", "yes"), fc.integer({ min: 1, max: 3 }), {
      noNullPrototype: true,
    }),
    nodeResults: fc.dictionary(
      fc.constant("asks"),
      fc.record({ verifyResult: verdict, parsed: held, rubric: fc.constant({}) }),
      { noNullPrototype: true },
    ),
  })
  .map(stateWith);

test("conditions that are read lead where running them leads", limit, async () => {
  let compared = 0;
  const agree = fc.asyncProperty(
    condition,
    fc.array(stateOf, { minLength: 5, maxLength: 5 }),
    async (text, states) => {
      const definition = definitionWith(text);
      const read = await withReadConditions(definition);
      fc.pre(read.edges[0]?.decide === undefined);
      for (const state of states) {
        compared += 1;
        expect(await wayOn(read, state, false)).toBe(await wayOn(definition, state, true));
      }
    },
  );
  await fc.assert(agree, {
    examples: [
      ['lambda s: s.parsed["x"] is True', [1, true, 0, null].map((x) => stateWith({ parsed: { x } }))],
    ],
    numRuns: propertyRuns(15),
  });
  expect(compared).toBeGreaterThan(30);
});
