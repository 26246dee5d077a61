import { describe, expect, it } from "vitest";
import { dynamicRubric, llmTrait, regexTrait } from "../../rubric/index.ts";
import { Benchmark } from "../benchmark.ts";
import { python, sampleBenchmark, tone } from "../testing/sample-benchmark.ts";

describe("figures", () => {
  it("sums up", () => {
    expect(sampleBenchmark().getSummary()).toMatchObject({
      questionCount: 3,
      finishedCount: 2,
      hasTemplateCount: 1,
      hasRubricCount: 1,
      isComplete: false,
      globalTraitCount: 0,
    });
    expect(sampleBenchmark().getStatistics()).toMatchObject({
      averageTemplateLength: python.text.length,
      questionsWithMetadata: 3,
      traitCounts: { llm: 1, regex: 0, callable: 0, metric: 0, agentic: 0 },
    });
    const empty = Benchmark.create({ name: "Empty" });
    expect(empty.getStatistics()).toMatchObject({
      progressPercentage: 0,
      minimumTemplateLength: null,
      isComplete: false,
    });
  });

  it("tells what stands in the way of a verification", () => {
    const benchmark = sampleBenchmark();
    benchmark.setTemplate("b", { kind: "unreadable", language: "R", text: "x" });
    expect(benchmark.checkReadiness()).toMatchObject({
      readyForVerification: false,
      missingTemplates: ["c"],
      unfinishedQuestions: ["c"],
      unreadableTemplates: [{ questionId: "b", language: "R" }],
    });
    benchmark.removeQuestion("c");
    benchmark.setTemplate("b", python);
    expect(benchmark.checkReadiness()).toMatchObject({ readyForVerification: true, allFinished: true });
    expect(benchmark.isComplete).toBe(true);
    expect(Benchmark.create({ name: "Empty" }).checkReadiness().readyForVerification).toBe(false);
  });
});

describe("exports", () => {
  it("writes CSV", () => {
    const benchmark = Benchmark.create({
      name: "x",
      clock: { now: () => 0, monotonic: () => 0, sleep: async () => {} },
    });
    benchmark.addQuestion({
      id: "q",
      question: 'Say "hi",\nplease',
      rawAnswer: "hi",
      author: { name: "Ada" },
      template: python,
      rubric: [tone],
      dynamicRubric: [llmTrait({ name: "dose", summary: "doses", kind: "boolean" })],
    });
    expect(benchmark.toCsv()).toBe(
      "Question ID,Question,Raw Answer,Has Template,Finished,Author,Created,Modified,Traits\r\n" +
        'q,"Say ""hi"",\nplease",hi,Yes,Yes,Ada,1970-01-01T00:00:00.000Z,1970-01-01T00:00:00.000Z,Tone (llm); dose (dynamic llm)\r\n',
    );
  });

  it("writes a page", () => {
    const page = sampleBenchmark().toMarkdown();
    expect(page).toContain(
      "# Mixed\n\nBenchmark containing questions\n\n## Metadata\n\n- **Version**: 0.1.0",
    );
    expect(page).toContain(
      "### 3. Who wrote Faust?\n\n*draft, no template* · `c`\n\n**Expected Answer**: Goethe\n\n" +
        "**Rubric**:\n\n- **Tone (llm)**: Is it formal?\n",
    );
  });

  it("writes traits of all kinds onto the page", () => {
    const benchmark = Benchmark.create({ name: "x" });
    benchmark.setGlobalRubric([regexTrait({ name: "cites", pattern: "x" }), tone]);
    benchmark.setGlobalDynamicRubric(
      dynamicRubric([llmTrait({ name: "dose", summary: "doses", kind: "boolean" })]),
    );
    expect(benchmark.toMarkdown()).toContain(
      "## Global Rubric\n\n- **Tone (llm)**: Is it formal?\n- **cites (regex)**\n- **dose (dynamic llm)**: doses\n",
    );
    expect(benchmark.getSummary()).toMatchObject({ globalTraitCount: 2, globalDynamicTraitCount: 1 });
  });

  it("writes plain JSON with the question rubrics", () => {
    const record = JSON.parse(JSON.stringify(sampleBenchmark().toDict()));
    expect(record.questions[0]).toMatchObject({
      raw_answer: "Paris",
      answer_template: python.text,
      template_language: "Python",
    });
    expect(record.questions[0].question_rubric).toBeNull();
    expect(record.questions[2].question_rubric).toMatchObject({
      llm_traits: [{ name: "Tone", kind: "boolean", higher_is_better: true, include_ground_truth: false }],
      agentic_traits: [],
    });
    expect(record.questions[2].template_id).toBe("no_template");
  });
});
