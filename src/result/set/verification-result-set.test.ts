import { describe, expect, it } from "vitest";
import { failure, resultToJson, rubricSection, VerificationResultSet } from "../index.ts";
import { sampleResult } from "../testing/sample-result.ts";

const model = (modelName: string) => ({ interface: "openai", modelName, tools: [], configId: null });
const timeout = failure({ category: "timeout", stage: "GenerateAnswer", reason: "late" });
const content = failure({ category: "content", stage: "VerifyTemplate", reason: "no" });

const pass = sampleResult({ metadata: { questionId: "b", replicate: 1 } });
const wrong = sampleResult({
  metadata: { questionId: "a", replicate: 2, failure: content },
  template: { verifyResult: false },
  rubric: rubricSection({ rubricEvaluationPerformed: true }),
});
const late = sampleResult({
  metadata: { questionId: "b", answering: model("other"), failure: timeout },
  template: { verifyResult: null, templateVerificationPerformed: false },
});
const set = new VerificationResultSet([pass, wrong, late], { errors: [["s1", new Error("x")]] });

describe("VerificationResultSet", () => {
  it("is a sequence of its results", () => {
    expect(set.length).toBe(3);
    expect([...set]).toEqual([pass, wrong, late]);
    expect([set.at(0), set.at(-1), set.at(3)]).toEqual([pass, late, undefined]);
    expect(JSON.parse(JSON.stringify(set))).toEqual({ results: [pass, wrong, late].map(resultToJson) });
  });

  it.each([
    [{}, [pass, wrong, late]],
    [{ questionIds: ["b"] }, [pass, late]],
    [{ questionIds: [] }, []],
    [{ answeringModels: ["openai:other"] }, [late]],
    [{ parsingModels: ["openai:judge"], replicates: [1, null] }, [pass, late]],
    [{ completedOnly: true }, [pass, wrong]],
    [{ hasTemplate: true }, [pass, wrong, late]],
    [{ hasTemplate: false }, []],
    [{ hasRubric: true }, [wrong]],
    [{ hasJudgment: true }, []],
    [{ outcomes: ["wrong", "infrastructure_failed"] as const }, [wrong, late]],
  ])("filters by %j", (filter, expected) => {
    expect(set.filter(filter).results).toEqual(expected);
  });

  it.each<[unknown, string]>([
    [{ outcome: ["pass"] }, 'unknown key "outcome", did you mean "outcomes"?'],
    [{ outcomes: ["passed"] }, "outcomes.0: "],
    [{ outcomes: "pass" }, "outcomes: "],
    [{ questionIds: "b" }, "questionIds: "],
    [undefined, "The filter does not fit: "],
  ])("refuses %j, which would keep other results than are meant", (filter, message) => {
    expect(() => set.filter(filter as never)).toThrow(message);
    expect(() => set.groupByModel("model" as never)).toThrow("answering, parsing or both");
  });

  it("groups by question, model and replicate in order of appearance", () => {
    const sizes = (groups: ReadonlyMap<unknown, VerificationResultSet>) =>
      [...groups].map(([key, group]) => [key, group.length]);
    expect(sizes(set.groupByQuestion())).toEqual([
      ["b", 2],
      ["a", 1],
    ]);
    expect(sizes(set.groupByModel())).toEqual([
      ["openai:gpt", 2],
      ["openai:other", 1],
    ]);
    expect(sizes(set.groupByModel("parsing"))).toEqual([["openai:judge", 3]]);
    expect(sizes(set.groupByModel("both"))).toEqual([
      ["openai:gpt / openai:judge", 2],
      ["openai:other / openai:judge", 1],
    ]);
    expect(sizes(set.groupByReplicate())).toEqual([
      [1, 1],
      [2, 1],
      [null, 1],
    ]);
  });

  it("lists questions and models, and has a view per kind of evaluation", () => {
    expect(set.getQuestionIds()).toEqual(["a", "b"]);
    expect(set.getModelNames()).toEqual(["openai:gpt", "openai:other"]);
    expect(set.getTemplateResults().results).toEqual([pass, wrong, late]);
    expect(set.getRubricsResults().results).toEqual([wrong]);
    expect(set.getJudgmentResults().length + set.getRubricJudgmentResults().length).toBe(0);
  });

  it("has one pass rate for the set and its view of templates: refusals count in both", () => {
    const refusal = failure({ category: "abstention", stage: "AbstentionCheck", reason: "refused" });
    const refused = sampleResult({
      metadata: { failure: refusal },
      template: { verifyResult: false, templateVerificationPerformed: false },
    });
    const traitsOnly = sampleResult({
      metadata: { evaluationMode: "rubric_only", failure: refusal },
      template: { verifyResult: false, templateVerificationPerformed: false },
    });
    const all = new VerificationResultSet([pass, wrong, refused, traitsOnly]);
    expect(all.getTemplateResults().results).toEqual([pass, wrong, refused]);
    expect(all.getSummary().templatePass).toEqual({ passed: 1, of: 3, rate: 1 / 3 });
    expect(all.getTemplateResults().getSummary().templatePass).toEqual(all.getSummary().templatePass);
  });

  it("sums up with stated denominators", () => {
    expect(set.getSummary()).toEqual({
      numResults: 3,
      numCompleted: 2,
      numWithTemplate: 3,
      numWithRubric: 1,
      numWithJudgment: 0,
      numQuestions: 2,
      numModels: 2,
      numParsingModels: 1,
      numReplicates: 2,
      totalExecutionTime: 4.5,
      outcomes: {
        pass: 1,
        wrong: 1,
        no_answer: 0,
        auto_failed: 0,
        judge_failed: 0,
        infrastructure_failed: 1,
        not_evaluable: 0,
        unscored: 0,
      },
      templatePass: { passed: 1, of: 2, rate: 0.5 },
      rubricTraits: {
        globalTraits: { llm: 0, regex: 0, callable: 0, metric: 0, retrieval: 0, agentic: 0 },
        questionSpecificTraits: { llm: 0, regex: 0, callable: 0, metric: 0, retrieval: 0, agentic: 0 },
        dynamicTraits: { llm: 0, regex: 0, callable: 0, metric: 0, retrieval: 0, agentic: 0 },
      },
      byCombo: {
        "openai:gpt | openai:judge": {
          total: 2,
          completed: 2,
          templatePass: { passed: 1, of: 2, rate: 0.5 },
        },
        "openai:other | openai:judge": {
          total: 1,
          completed: 0,
          templatePass: { passed: 0, of: 0, rate: null },
        },
      },
    });
  });
});
