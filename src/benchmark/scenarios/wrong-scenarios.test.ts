import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Benchmark } from "../benchmark.ts";
import { scenario } from "../index.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scenarios-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("a file tells what is wrong with the form and with the graph at once, each at its line", async () => {
  const path = join(folder, "wrong.yaml");
  const lines = [
    "karenina: 1",
    "name: W",
    "scenarios:",
    "  - name: w",
    "    nodes: {a: {question: A?, answer: x}, b: {question: B?, answer: x}}",
    "    edges:",
    "      - {from: a, to: bb}",
    "      - {from: b, to: END}",
    "      - {from: a, to: b, when: {turn: {above: 3}}}",
    "    outcomes:",
    "      - {name: n, check: {count_turns: {node: c}}}",
  ];
  await writeFile(path, `${lines.join("\n")}\n`);
  const told = await Benchmark.load(path).then(String, String);
  for (const line of [
    'line 7, column 9, scenarios[0].edges[0]: a → bb: there is no node "bb", its target',
    'line 8, column 9, scenarios[0].edges[1]: b → END: there is no node "END", its target; the end is END in code and end in YAML',
    "scenarios[0].edges[2].when.turn: expected a value or one of",
    'line 11, column 9, scenarios[0].outcomes[0]: there is no node "c"',
  ])
    expect(told).toContain(line);
});

test("a wrong key and a faulty part hide nothing of the graph, and nothing is told that follows from them alone", async () => {
  const told = async (...lines: readonly string[]) => {
    const path = join(folder, "parts.yaml");
    await writeFile(path, `karenina: 1\nname: P\nscenarios:\n  - name: p\n${lines.join("\n")}\n`);
    const text = await Benchmark.load(path).then(String, String);
    return text
      .split("\n")
      .flatMap((line) => /line (\d+), .*?, scenarios\[0\](.*)/.exec(line)?.slice(1).join("") ?? []);
  };
  const nodes =
    "    nodes: {a: {question: A?, answer: x}, b: {question: B?, answer: x, fieldz: {}}, c: {question: C?, answer: x}}";
  expect(
    await told(
      "    turn_limits: 5",
      nodes,
      "    edges:",
      "      - {from: a, to: b, wen: {verify_result: true}}",
      "      - {from: a, to: bb, when: {parsed.x: 1}}",
      "      - {from: b, to: end, when: {parsed.any: 1}}",
      "    outcomes:",
      "      - {name: n, chek: 1}",
      "      - {name: n, check: {count_turns: {node: d}}}",
    ),
  ).toEqual([
    '5.turn_limits: unknown key "turn_limits"; did you mean "turn_limit"?',
    '6.nodes.b.fieldz: unknown key "fieldz"; did you mean "fields"?',
    '8.edges[0].wen: unknown key "wen"; did you mean "when"?',
    '12.outcomes[0].chek: unknown key "chek"; did you mean "check"?',
    '9.edges[1]: a → bb: there is no node "bb", its target, did you mean "b"?',
    '9.edges[1]: a → bb: "a" has no template with fields, and so none called "x"',
    "6.nodes.b: all its edges have conditions; expected one without, for when none holds, such as one to the end; the end is END in code and end in YAML",
    '6.nodes.c: no way leads to it from "a"',
    '13.outcomes[1]: there is no node "d", did you mean "a"?',
    "13.outcomes[1]: expected a name of its own, found it twice",
  ]);
  // a wrong key of a node hides nothing of its template
  const faulty =
    "a: {question: A?, answer: x, modle: m, fields: {f: {description: d, truth: x, check: exact_mach}}}";
  expect(await told(`    nodes: {${faulty}}`)).toEqual([
    '5.nodes.a.modle: unknown key "modle"; did you mean "model"?',
    expect.stringContaining('5.nodes.a.fields.f.check: there is no check "exact_mach"'),
  ]);
  // what is misspelt may be the edges, the entry or the way to c
  expect(
    await told(
      nodes.replace("fieldz: {}", "answer_notes: x"),
      "    edgs: []",
      "    outcomes: [{name: n, check: {path: [z]}}]",
    ),
  ).toEqual([
    '6.edgs: unknown key "edgs"; did you mean "edges"?',
    expect.stringContaining("7.outcomes[0]: "),
  ]);
  expect(
    await told(nodes.replace("fieldz: {}", "answer_notes: x"), "    edges: [{from: a}, {from: c, to: b}]"),
  ).toEqual(["6.edges[0].to: expected text, found nothing"]);
});

test("what is wrong with the criteria of a file is told in the words of the file, all of it at once", async () => {
  const checks = [
    "{last_turn: {node: a, index: 1}}",
    "{turn_at: {verify_result: true}}",
    "{turn_at: {index: 0.5, parsed.x: {above: 3}}}",
    "{any_turn: {node: 5, verify_result: true}}",
    "{count_turns: {nod: a, verify_result: 1}}",
    "{cross_turn: {source: {turn_at: x}, target: last, comparison: more, normalise: []}}",
    "{at_least: x, of: [{last_trun: {}}, 5]}",
    "{all_of: {}}",
    "{last_turn: 3}",
    "{status: completed, turn_count: 1}",
  ];
  const path = join(folder, "criteria.yaml");
  const entries = checks.map((check, at) => `      - {name: n${at}, check: ${check}}`);
  const nodes = "    nodes: {a: {question: A?, answer: x}}";
  await writeFile(
    path,
    ["karenina: 1", "name: C", "scenarios:", "  - name: c", nodes, "    outcomes:", ...entries, ""].join(
      "\n",
    ),
  );
  const text = await Benchmark.load(path).then(String, String);
  expect(
    text.split("\n").flatMap((line) => /outcomes\[(\d+\].*)/.exec(line)?.[1] ?? []),
  ).toMatchInlineSnapshot(`
    [
      "0].check.last_turn.node: expected node only below any_turn and all_turns",
      "0].check.last_turn.index: expected index only below turn_at",
      "0].check.last_turn: expected a field with a value, such as verify_result: true",
      "1].check.turn_at.index: expected a number, found nothing",
      "2].check.turn_at.index: expected a whole number, found 0.5",
      "2].check.turn_at.parsed.x: expected a value or one of gte, gt, lte, lt, eq with a number, found {"above":3}",
      "3].check.any_turn.node: expected text, or a list, found 5",
      "4].check.count_turns.verify_result: expected true or false, found 1",
      "4].check.count_turns.nod: unknown key "nod"; did you mean "node"?",
      "5].check.cross_turn.source: expected "last_turn", "first_turn", or a number, found an object",
      "5].check.cross_turn.source_field: expected text, found nothing",
      "5].check.cross_turn.target: expected "last_turn", "first_turn", or an object, found "last", did you mean "last_turn"?",
      "5].check.cross_turn.comparison: expected "eq", "neq", "contains", "gt", "gte", "lt", "lte", found "more"",
      "5].check.cross_turn.normalise: unknown key "normalise"; did you mean "normalize"?",
      "6].check.at_least: expected a number, found "x"",
      "6].check.of[0]: expected one check: last_turn, first_turn, turn_at, any_turn, all_turns, status, turn_count, path, count_turns, first_match_index, cross_turn, all_of, any_of, at_least with of",
      "6].check.of[1]: expected one check: last_turn, first_turn, turn_at, any_turn, all_turns, status, turn_count, path, count_turns, first_match_index, cross_turn, all_of, any_of, at_least with of",
      "7].check.all_of: expected a list, found an object",
      "8].check.last_turn: expected an object, found 3",
      "9].check: expected one check: last_turn, first_turn, turn_at, any_turn, all_turns, status, turn_count, path, count_turns, first_match_index, cross_turn, all_of, any_of, at_least with of",
    ]
  `);
});

test("in code what is wrong with a part and with the graph is told at once", () => {
  const question = { question: "A?", rawAnswer: "a" };
  const wrong = {
    ...{ name: "s", limit: 3, entry: "a" },
    nodes: { a: { question }, b: { question, tools: [] }, c: { question } },
    edges: [
      { from: "a", to: "b", wen: {} },
      { from: "a", to: "d" },
      { from: "b" },
      { from: "b", to: "b", when: { verify_result: "x" } },
    ],
    outcomes: { twice: { type: "count_turns", nodeId: "e" } },
  };
  const told = (input: object) => {
    try {
      return scenario(input as never).name;
    } catch (error) {
      return String(error)
        .split("\n")
        .slice(1)
        .map((line) => line.trim());
    }
  };
  const parts = [
    'unknown key "limit"',
    'node "b": unknown key "tools"; did you mean "toolFilter"?',
    'edge 1 (a → b): unknown key "wen"; did you mean "when"?',
  ];
  const graph = [
    'edge 2 (a → d): there is no node "d", its target, did you mean "a"?',
    'edge 4 (b → b): verify_result is true or false or null, and never "x"',
    'outcome "twice": there is no node "e", did you mean "a"?',
  ];
  expect(told(wrong)).toEqual([...parts, "edge 3: to: expected text, found nothing", ...graph]);
  const { limit: _, ...known } = wrong;
  expect(told({ ...known, edges: wrong.edges.toSpliced(2, 1) })).toEqual([
    ...parts.slice(1),
    graph[0],
    graph[1]?.replace("4", "3"),
    expect.stringContaining('node "b": all its edges have conditions'),
    'node "c": no way leads to it from "a"',
    graph[2],
  ]);
});
