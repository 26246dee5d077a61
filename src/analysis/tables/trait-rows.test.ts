import { describe, expect, it } from "vitest";
import { rubricSection } from "../../result/index.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { traitRows } from "./tables.ts";

describe("traits", () => {
  const rubric = rubricSection({
    rubricEvaluationPerformed: true,
    llmTraitScores: { clear: true, depth: 4, tone: 1, odd: -1, "facts.names": ["a"] },
    llmTraitLabels: { tone: "warm", odd: "none of them" },
    regexTraitScores: { cites: false },
    metricTraitScores: { found: { recall: 0.5, f1: 0.25 } },
    metricTraitConfusionLists: { found: { tp: ["a"], tn: [], fp: [], fn: ["b", "c"] } },
    agenticTraitScores: { runs: 1 },
    agenticTraitInvestigationTraces: { runs: "looked" },
    dynamicRubricSkippedTraits: {
      safe: "concept not present in response",
      out: "excluded by rubric_trait_names filter",
    },
    traitProvenance: {
      clear: "global",
      depth: "global",
      tone: "global",
      odd: "global",
      facts: "question_specific",
      cites: "global",
      found: "global",
      runs: "dynamic",
      safe: "dynamic",
      late: "global",
      lost: "global",
      out: "global",
    },
    traitFailures: { depth: "no scale", late: "no reply" },
  });
  const rows = [...traitRows([sampleResult({ rubric })])];
  const named = (name: string) => rows.filter(({ traitName }) => traitName === name);

  it.each([
    ["clear", "judged", 1, "true", "llm_binary", null],
    ["depth", "failed", null, "4", "llm_score", "no scale"],
    ["tone", "judged", 1, "1", "llm_literal", null],
    ["odd", "failed", null, "-1", "llm_literal", "the value is none of the trait's classes"],
    ["facts", "judged", null, '["a"]', "llm_template", null],
    ["cites", "judged", 0, "false", "regex", null],
    ["runs", "judged", 1, "1", "agentic", null],
    ["safe", "skipped", null, null, null, "concept not present in response"],
    ["out", "excluded", null, null, null, "excluded by rubric_trait_names filter"],
    ["late", "failed", null, null, null, "no reply"],
    ["lost", "failed", null, null, null, "not evaluated"],
  ])("%s is %s", (name, traitStatus, traitScore, traitValue, traitType, traitReason) => {
    expect(named(name)).toMatchObject([{ traitStatus, traitScore, traitValue, traitType, traitReason }]);
  });

  it("have a row per metric, with how much is behind it", () => {
    const behind = { confusionTp: 1, confusionFp: 0, confusionFn: 2, confusionTn: 0 };
    expect(named("found")).toMatchObject([
      { metricName: "recall", traitScore: 0.5, ...behind },
      { metricName: "f1", traitScore: 0.25, ...behind },
    ]);
  });

  it("keep the field of a template trait, and what an agent did", () => {
    expect(named("facts")).toMatchObject([{ traitField: "names", traitProvenance: "question_specific" }]);
    expect(named("runs")).toMatchObject([{ investigationTrace: "looked", evaluationMethod: "agentic" }]);
  });
});
