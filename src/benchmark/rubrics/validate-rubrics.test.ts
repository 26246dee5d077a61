import { describe, expect, it } from "vitest";
import { regexTrait } from "../../rubric/index.ts";
import { Benchmark } from "../benchmark.ts";
import { checkpointText, itemDraft, ratingDraft } from "../checkpoint/fixtures/minimal-checkpoint.ts";
import { readCheckpoint } from "../checkpoint/read-checkpoint.ts";

const global = (name: string, term = "RubricTrait") =>
  ratingDraft({ name, description: "d", additionalType: `karenina:Global${term}` });

/** A file whose question has the names of the benchmark's traits. */
const clashing = () => {
  const rating = [global("tone"), global("dose", "DynamicRubricTrait")];
  const own = [ratingDraft({ name: "tone" }), ratingDraft({ name: "dose" }), ratingDraft({ name: "own" })];
  const text = checkpointText([itemDraft({ question: { rating: own } })], { rating });
  return new Benchmark({ content: readCheckpoint(text, "x") });
};

describe("validateRubrics", () => {
  it("says which traits of an opened file share a name, and whose they are", () => {
    expect(clashing().validateRubrics()).toEqual([
      {
        source: "question:q1",
        problem:
          'the trait name "tone" is used more than once: llm trait in the rubric of the benchmark, llm trait in the rubric of question "q1"',
      },
      {
        source: "question:q1",
        problem:
          'the trait name "dose" is used more than once: llm trait in the dynamic rubric of the benchmark, llm trait in the rubric of question "q1"',
      },
    ]);
    expect(() => clashing().mergedRubric("q1")).toThrow(
      'question "q1": its rubric and the benchmark\'s both have llm:tone',
    );
    expect(clashing().checkReadiness()).toMatchObject({
      readyForVerification: false,
      rubricProblems: [{ source: "question:q1" }, { source: "question:q1" }],
    });
  });

  it("lets a file's clashes be mended one after the other", () => {
    const benchmark = clashing();
    benchmark.addQuestionTrait("q1", regexTrait({ name: "cites", pattern: "x" }));
    benchmark.removeQuestionTrait("q1", "tone");
    benchmark.removeGlobalDynamicTrait("dose");
    expect(benchmark.validateRubrics()).toEqual([]);
  });

  it("names static and dynamic traits of one name on the benchmark once", () => {
    const rating = [global("tone"), global("tone", "DynamicRubricTrait")];
    const { globalRubric, globalDynamicRubric } = readCheckpoint(checkpointText([], { rating }), "x");
    const content = { ...Benchmark.create({ name: "x" }).content, globalRubric, globalDynamicRubric };
    const benchmark = new Benchmark({ content });
    benchmark.addQuestion({ question: "q", rawAnswer: "a" });
    expect(benchmark.validateRubrics()).toMatchObject([{ source: "global" }]);
  });
});
