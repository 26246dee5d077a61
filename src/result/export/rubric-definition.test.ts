import { expect, it } from "vitest";
import { callableTrait, llmTrait, metricTrait, Rubric, rubric } from "../../rubric/index.ts";
import { exportJson, rubricDefinition } from "../index.ts";

const traits = rubric([
  llmTrait({ name: "myTone", kind: "literal", classes: { Formal: "Stiff", Casual: "Loose" } }),
  metricTrait({ name: "drugs", metrics: ["f1"], tpInstructions: ["venetoclax"] }),
  callableTrait({ name: "short", kind: "boolean", evaluate: (text) => text.length < 5 }),
]);

it("a rubric is shown under the names on disk, without what is not set", () => {
  const definition = rubricDefinition(traits);
  expect(definition).toMatchObject({
    llm_traits: [
      {
        name: "myTone",
        kind: "literal",
        min_score: 0,
        max_score: 1,
        classes: [{ name: "Formal" }, { name: "Casual" }],
      },
    ],
    metric_traits: [{ name: "drugs", evaluation_mode: "tp_only", tp_instructions: ["venetoclax"] }],
    callable_traits: [{ name: "short", code: { kind: "native" } }],
    regex_traits: [],
  });
  expect(JSON.stringify(definition)).not.toContain("null");
  expect(JSON.stringify(definition)).not.toContain("length");
});

it("it stands in the JSON export, for readers of the scores", async () => {
  const info = { exportTimestamp: "2025-01-02T00:00:00.000Z", kareninaVersion: "0.1.0" };
  const withoutCode = Rubric.parse({ ...traits, callableTraits: [] });
  let text = "";
  for await (const piece of exportJson([], info, { rubricDefinition: rubricDefinition(withoutCode) }))
    text += piece;
  expect(JSON.parse(text).shared_data.rubric_definition).toEqual(rubricDefinition(withoutCode));
});
