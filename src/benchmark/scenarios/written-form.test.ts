import { expect, test } from "vitest";
import { anyTurn, countTurns, crossTurn, firstMatchIndex } from "../../scenario/index.ts";
import { Scenario, scenario } from "./scenario.ts";

/** What no compiler has looked at. */
// biome-ignore lint/suspicious/noExplicitAny: the types refuse what is tested here
const unseen = (value: unknown): any => value;

const node = { question: { question: "A?", rawAnswer: "x" } };

const refusal = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
  return "accepted";
};

test("unknown keys and words of the builder are refused, all at once and with the nearest known", () => {
  const user = { persona: "p", goal: "g", stopwhen: "x", hidden_facts: ["s"] };
  const check = unseen({ type: "count_turns", verify_result: true });
  const wrong = () =>
    new Scenario("x", unseen({ turn_limit: 3 }))
      .addNode("a", unseen({ ...node, toolfilter: { remove: [] }, user }))
      .addNode("b", unseen({ ...node, toolFilter: { remove: [{ sever: "shop", server: "shop" }] } }))
      .addNode("c", unseen(undefined))
      .addEdge("a", "b", unseen({ whn: { verify_result: true } }))
      .addEdge("a", "b", unseen({ handover: "transcript_prepnd" }))
      .addEdge("a", "b", unseen({ when: 3 }))
      .addEdge("a", "b", unseen({ when: { type: "state_check", field: "turn", expectd: 1, verifyWith: {} } }))
      .addOutcome("n", check)
      .addOutcome("m", unseen(undefined))
      .addOutcome("o", unseen({ type: "last_trun" }))
      .setEntry("a")
      .validate();
  expect(refusal(wrong)).toMatchInlineSnapshot(`
    "KareninaError: The scenario "x" cannot be used, 14 problems:
      unknown key "turn_limit"; did you mean "turnLimit"?
      node "a": user: unknown key "stopwhen"; did you mean "stopWhen"?
      node "a": user: unknown key "hidden_facts"; did you mean "hiddenFacts"?
      node "a": unknown key "toolfilter"; did you mean "toolFilter"?
      node "b": toolFilter.remove[0]: unknown key "sever"; did you mean "server"?
      node "c": expected an object, found nothing
      edge 1 (a → b): unknown key "whn"; did you mean "when"?
      edge 2 (a → b): handover: expected transcript_prepend, transcript_append, transcript_materialize, a function or code as { language, text }, found the text "transcript_prepnd", did you mean "transcript_prepend"?
      edge 3 (a → b): when: expected conditions, a function or code as { language, text }, found the number 3
      edge 4 (a → b): expected: expected a value of JSON, found nothing; verifyWith.type: expected text, found nothing; unknown key "expectd"; did you mean "expected"?
      outcome "n": unknown key "verify_result"; did you mean "verifyResult"?
      outcome "m": expected an object, found nothing
      outcome "o": type: expected a check of walks, such as lastTurn({ verify_result: true }), a function or code, found the text "last_trun"
      node "c": no way leads to it from "a""
  `);
});

test("scenario() refuses the same", () => {
  const of = (input: unknown) => refusal(() => scenario(unseen(input)));
  expect([
    of(undefined),
    of({ name: "s", nodes: { a: node }, edgse: [] }),
    of({ name: 3, nodes: [] }),
    of({ name: "s", nodes: { a: node }, edges: [{ source: "a", target: "a" }, null, { from: "a" }] }),
  ]).toMatchInlineSnapshot(`
    [
      "KareninaError: The scenario cannot be used, 1 problem:
      expected an object, found nothing",
      "KareninaError: The scenario "s" cannot be used, 1 problem:
      unknown key "edgse"; did you mean "edges"?",
      "KareninaError: The scenario cannot be used, 2 problems:
      name: expected text, found the number 3
      nodes: expected an object, found a list",
      "KareninaError: The scenario "s" cannot be used, 6 problems:
      edge 1: from: expected text, found nothing
      edge 1: to: expected text, found nothing
      edge 1: unknown key "source"
      edge 1: unknown key "target"
      edge 2: expected an object, found null
      edge 3: to: expected text, found nothing",
    ]
  `);
});

test("criteria refuse keys that they do not have", () => {
  expect([
    refusal(() => countTurns(unseen({ verify_result: true }))),
    refusal(() => firstMatchIndex(unseen({ node_id: "a" }))),
    refusal(() => anyTurn({ verify_result: true }, unseen({ nodes: "a" }))),
    refusal(() => anyTurn({ verify_result: true }, unseen("a"))),
    refusal(() => crossTurn(unseen({ source_field: "x" }))),
  ]).toMatchInlineSnapshot(`
    [
      "KareninaError: countTurns: unknown key "verify_result", did you mean "verifyResult"?",
      "KareninaError: firstMatchIndex: unknown key "node_id", did you mean "node"?",
      "KareninaError: anyTurn: unknown key "nodes", did you mean "node"?",
      "KareninaError: anyTurn: expected an object with node",
      "KareninaError: crossTurn: unknown key "source_field", did you mean "sourceField"?",
    ]
  `);
});
