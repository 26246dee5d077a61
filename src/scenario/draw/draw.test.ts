import { expect, test } from "vitest";
import { END, mermaidText, type ScenarioGraph, scenarioGraph, shorthandCheck, svgText } from "../index.ts";
import { edge, scenarioOf } from "../testing/walks.ts";
import { layered } from "./layers.ts";

const definition = scenarioOf(
  ["asks", "pays", 'odd "id" <b>'],
  [
    edge("asks", "pays", {
      when: [shorthandCheck({ "parsed.order": true }), shorthandCheck({ "parsed.n": { gt: 2 } })],
    }),
    edge("asks", 'odd "id" <b>'),
    edge("pays", END, { decide: () => true }),
    edge("pays", "asks"),
    edge('odd "id" <b>', 'odd "id" <b>', { when: [shorthandCheck({ verify_result: false })] }),
    edge('odd "id" <b>', "gone"),
  ],
);

test("Mermaid has names of its own, and no markup from the scenario", () => {
  expect(mermaidText(scenarioGraph(definition))).toMatchInlineSnapshot(`
    "flowchart TD
      n1["asks"]
      n2["pays"]
      n3["odd #34;id#34; #60;b#62;"]
      n4((end))
      n5{{"gone?"}}
      n1 -- "parsed.order = true and parsed.n #62; 2" --> n2
      n1 --> n3
      n2 -- "by code" --> n4
      n2 --> n1
      n3 -- "verify_result = false" --> n3
      n3 --> n5
      style n1 stroke-width:3px
    "
  `);
});

test("SVG is well-formed and holds every node, condition and nothing else", () => {
  const svg = svgText(scenarioGraph(definition), 'Refund <script>"');
  expect(svg).toContain("<title>Refund &lt;script&gt;&quot;</title>");
  expect(svg).not.toContain("<b>");
  for (const text of [
    "asks",
    "pays",
    "odd &quot;id&quot; &lt;b&gt;",
    "parsed.order = true and parsed.n …",
    "gone",
    "end",
  ])
    expect(svg).toContain(`>${text}</text>`);
  expect(svg.match(/marker-end/g)).toHaveLength(6);
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
});

test("rows go down from the entry; a way back does not turn them round", () => {
  const rows = layered(scenarioGraph(definition)).map((row) => row.map(({ id }) => id));
  expect(rows).toEqual([["asks"], ["pays", 'odd "id" <b>'], [END, "gone"]]);
});

test("an edge over several rows has a place of its own in those between", () => {
  const long = scenarioOf(["a", "b", "c"], [edge("a", "b"), edge("b", "c"), edge("a", "c")]);
  const rows = layered(scenarioGraph(long)).map((row) => row.map(({ id, edge: passing }) => id ?? passing));
  expect(rows).toEqual([["a"], ["b", 2], ["c"]]);
});

test("a chain of a thousand nodes, and a knot of them, are laid out", () => {
  const ids = Array.from({ length: 1000 }, (_, at) => `n${at}`);
  const nodes = ids.map((id, at) => ({ id, kind: "question" as const, isEntry: at === 0 }));
  const chain: ScenarioGraph = {
    nodes,
    edges: ids.slice(1).map((target, at) => ({ source: `n${at}`, target, label: "" })),
  };
  expect(layered(chain)).toHaveLength(1000);
  const few = nodes.slice(0, 20);
  const knot = {
    nodes: few,
    edges: few.flatMap(({ id: source }) => few.map(({ id: target }) => ({ source, target, label: "x" }))),
  };
  expect(
    layered(knot)
      .flat()
      .filter(({ kind }) => kind === "node"),
  ).toHaveLength(20);
  expect(svgText({ nodes: [], edges: [] }, "empty")).toContain("</svg>");
});
