import { expect, test } from "vitest";
import {
  agenticTrait,
  allTraits,
  callableTrait,
  llmTrait,
  metricTrait,
  regexTrait,
  rubric,
} from "../../rubric/index.ts";
import { rubricDefinition, rubricFromDefinition } from "../index.ts";

test("a rubric comes back from what results files show of it, but for the code of callable traits", () => {
  const traits = [
    llmTrait({
      name: "clear",
      description: "d",
      kind: "score",
      minScore: 0,
      maxScore: 3,
      higherIsBetter: false,
    }),
    llmTrait({
      name: "tone",
      kind: "literal",
      classes: [
        { name: "10", description: "ten" },
        { name: "b", description: "B" },
      ],
    }),
    regexTrait({ name: "cites", pattern: "x", invertResult: true }),
    metricTrait({ name: "effects", metrics: ["f1"], tpInstructions: ["a"] }),
    agenticTrait({ name: "builds", description: "d", kind: "boolean" }),
  ];
  const short = callableTrait({ name: "short", kind: "boolean", evaluate: () => true });
  const read = rubricFromDefinition(rubricDefinition(rubric([...traits, short])));
  expect(allTraits(read).filter(({ name }) => name !== "short")).toEqual(traits);
  expect(read.callableTraits).toMatchObject([{ name: "short", kind: "boolean" }]);
});

test("rubrics of the Python system are read; what cannot be judged by is there by its name", () => {
  const read = rubricFromDefinition({
    llm_traits: [
      {
        name: "tone",
        kind: "literal",
        classes: { formal: "F", casual: "C" },
        description: null,
        python_only: 1,
      },
      { name: "odd", kind: "score", min_score: 5, max_score: 1 },
      { kind: "boolean" },
    ],
    callable_traits: [{ name: "words", kind: "score", callable_code: "gASV", min_score: 1, max_score: 9 }],
  });
  expect(read.llmTraits).toMatchObject([
    { name: "tone", classes: [{ name: "formal" }, { name: "casual" }], maxScore: 1 },
    { name: "odd", unusable: { reason: expect.stringContaining("min_score") } },
  ]);
  expect(read.callableTraits).toMatchObject([{ name: "words", kind: "score", maxScore: 9 }]);
  expect(allTraits(rubricFromDefinition({ trait_names: ["a"] }))).toEqual([]);
  expect(allTraits(rubricFromDefinition(null))).toEqual([]);
});

test("the rubrics of single questions come back too, a trait that several have once", () => {
  const concise = llmTrait({ name: "concise", description: "d", kind: "boolean" });
  const tone = (maxScore: number) =>
    llmTrait({ name: "tone", description: "d", kind: "score", minScore: 1, maxScore });
  const cites = regexTrait({ name: "cites", pattern: "x" });
  const definition = rubricDefinition(
    rubric([concise]),
    new Map([
      ["q1", rubric([tone(5), cites])],
      ["q2", rubric([tone(5)])],
      ["q3", rubric([tone(3)])],
    ]),
  );
  expect(Object.keys(definition.question_rubrics ?? {})).toEqual(["q1", "q2", "q3"]);
  expect(allTraits(rubricFromDefinition(definition))).toEqual([concise, tone(5), tone(3), cites]);
  expect(rubricDefinition(rubric([concise]))).not.toHaveProperty("question_rubrics");
});
