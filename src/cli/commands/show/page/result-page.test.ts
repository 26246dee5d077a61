import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { indexText } from "../../../../evidence/index.ts";
import { judgedResult } from "../../../../report/evidence/testing/judged-result.ts";
import {
  deepJudgmentSection,
  failure,
  rubricSection,
  type VerificationResult,
} from "../../../../result/index.ts";
import { sampleResult } from "../../../../result/testing/sample-result.ts";
import { assistantMessage, messageToRecord } from "../../../../trace/index.ts";
import { type PageOptions, resultPage } from "./result-page.ts";

const pageOf = (result: VerificationResult, options: Partial<PageOptions> = {}) =>
  `\n${resultPage(result, { terminal: { rich: false, columns: 80 }, full: false, indexText, ...options }).join("\n")}\n`;

test("a result with evidence, without colours", () => {
  expect(pageOf(judgedResult())).toMatchInlineSnapshot(`
    "
    venetoclax
    Question  What is the target of venetoclax, and when was it approved?
    Reference BCL2, 2016
    Model     openai:gpt
    Judge     openai:judge
    Verdict   x wrong, score 0.50
              deep_judgment in DeepJudgmentAutoFail: no excerpt was found for: year

    Fields
      field   expected  extracted  check  score
      target  BCL2      BCL-2      pass    1.00
      year    2016      2015       fail    0.00
      composed by all_of

    Answer
      | [[1.1: Venetoclax [[1.2: binds BCL-2[[/1.1]] with high affinity]]. It was
      | approved in 2015, and [[3: nausea is common]].
      Quoted for: 1 target, 3 warns (trait)

    Evidence
      1 target: BCL-2
        1.1 "Venetoclax binds BCL-2"
            confidence high, verbatim
            hallucination risk none: Two sources agree.
            search:
            - Venetoclax, https://example.org/venetoclax
        1.2 "binds BCL2 with a high affinity"
            confidence medium, similarity 0.90
        hallucination risk: none
        reasoning: The answer names BCL-2 outright.

      2 year: 2015
        rejected: "It was approved in 2016"
          similarity 0.82, but it says something else; "2016": the answer says
          "2015"; attempt 1
          nearest: "It was approved in 2015"
        nothing quoted: A year is given, but nothing about the approval.
        no valid excerpt was found in the answer
        hallucination risk: high

      3 warns (trait): true
        3 "nausea is common"
          confidence low, verbatim
        excerpts were asked for again once
        reasoning: Evidence: a side effect is named.

    Traits
      tone: Formal (1)  [llm, global]
      warns: true  [llm, global]
      cites: false  [regex, question specific]
      depth: no value: the reply of judge could not be read: expected a number

    Checks
      abstention: the model did not refuse. It answers.
      embedding: similarity 0.71 by openai/small

    Rulings
      1. fail by VerifyTemplate (verification): wrong: year
      2. fail by DeepJudgmentAutoFail (automatic fail): no excerpt was found for:
         year

    Stages
      stage                       status    time  calls  tokens
      ValidateTemplate            ran      0.0 s
      GenerateAnswer              ran      1.2 s      1     168
      AbstentionCheck             ran      0.4 s      1     100
      ParseTemplate               ran      2.3 s      5    1.5k  repeated once for
                                                                 timeout
      VerifyTemplate              ran      0.0 s                 wrong: year
      EmbeddingCheck              ran      0.3 s
      DeepJudgmentAutoFail        ran      0.0 s                 no excerpt was
                                                                 found for: year
      RubricEvaluation            ran      2.6 s      6    1.2k
      DeepJudgmentRubricAutoFail  skipped                        every trait has its
                                                                 excerpts
      deep judgment of the template: 5 calls, excerpts asked for again once

    Usage
      for                                     tokens in  out     cost  model
      answer generation                             120   48           gpt
      abstention check                               90   10           judge
      deep judgment excerpts                        600  120           judge
      deep judgment hallucination assessment        200   60           judge
      deep judgment reasoning                       200   90           judge
      parsing                                       200   30           judge
      rubric evaluation                             990  210           judge
      total                                        2.4k  568  $0.0123
      took 1.5 s, ended 2025-01-02T03:04:05.000Z

    Notes
      caveats: rubric_incomplete, retries_used
      warning: The search for an excerpt of target failed: no reply within 10 s
    "
  `);
});

test("with colours nothing else is said", () => {
  const coloured = pageOf(judgedResult(), { terminal: { rich: true, columns: 80 } });
  const words = (page: string) => page.replace(/[^a-z0-9 ]/gi, " ").replace(/\s+/g, " ");
  expect(words(stripVTControlCharacters(coloured)).replace(" x wrong", " wrong")).toBe(
    words(pageOf(judgedResult())).replace(" x wrong", " wrong"),
  );
  expect(coloured).toContain("\u001b[31m✗ wrong\u001b[39m");
  expect(coloured).toContain("\u001b[36m1 target\u001b[39m");
});

test("--attribute leaves other evidence out, and numbers stay", () => {
  const page = pageOf(judgedResult(), { attribute: "warns" });
  expect(page).toContain("[[3: nausea is common]]");
  expect(page).not.toContain("[[1");
  expect(page).not.toContain("nothing quoted");
});

describe("a result without deep judgment", () => {
  test("shows what there is", () => {
    const result = sampleResult({
      evaluationInput: "It is BCL2.",
      template: { rawLlmResponse: "It is BCL2.", parsedLlmResponse: { target: "BCL2" } },
    });
    expect(pageOf(result)).toMatchInlineSnapshot(`
      "
      q1
      Question  What?
      Model     openai:gpt
      Judge     openai:judge
      Verdict   + pass

      Fields
        field   extracted
        target  BCL2

      Answer
        | It is BCL2.

      Usage
        took 1.5 s, ended 2025-01-02T03:04:05.000Z
      "
    `);
  });

  test("says what failed where nothing was answered", () => {
    const result = sampleResult({
      metadata: {
        failure: {
          category: "timeout",
          group: "retry",
          stage: "GenerateAnswer",
          reason: "no reply within 120 s",
          details: null,
        },
        error: "no reply within 120 s",
      },
      template: { verifyResult: null, templateVerificationPerformed: false },
    });
    expect(pageOf(result)).toContain(
      "Verdict   ! infrastructure failed\n          timeout in GenerateAnswer: no reply within 120 s\n",
    );
    expect(pageOf(result)).toContain("Answer\n  no answer: no reply within 120 s\n");
    const templateless = { ...result, template: null };
    expect(pageOf(templateless)).toContain("Answer\n  no answer: no reply within 120 s\n");
  });

  test("calls no answer wrong where nothing was to be verified, and says why it failed", () => {
    const ended = (category: "recursion_limit" | "empty_response", verifyResult: boolean | null) => {
      const failed = failure({ category, stage: "S", reason: "the reason" });
      const ruling = { stage: "S", verifyResult, kind: "auto_fail", reason: "the reason", category } as const;
      return pageOf({
        ...sampleResult({
          metadata: { failure: failed, evaluationMode: "rubric_only" },
          template: { verifyResult, templateVerificationPerformed: false },
        }),
        rulings: [ruling],
      });
    };
    const limited = ended("recursion_limit", false);
    expect(limited).toContain("Verdict   x auto-failed\n          recursion_limit in S: the reason\n");
    expect(limited).not.toContain("wrong");
    expect(ended("empty_response", null)).toContain("1. no answer by S (automatic fail): the reason");
  });

  test("tells an empty answer from none", () => {
    const result = sampleResult({
      metadata: {
        failure: {
          category: "empty_response",
          group: "abstained",
          stage: "GenerateAnswer",
          reason: "the answer is empty",
          details: null,
        },
      },
      template: { traceMessages: [assistantMessage("")].map(messageToRecord) },
    });
    expect(pageOf(result)).toContain("Answer\n  (empty)\n");
  });

  test("shows metric traits with their lists, and fields of template traits", () => {
    const rubric = rubricSection({
      llmTraitScores: { "safety.warns": true, "safety.doses": [5, 10] },
      metricTraitScores: { effects: { precision: 1, recall: 0.5 } },
      metricTraitConfusionLists: { effects: { tp: ["nausea"], fn: ["fever", "rash"], fp: [], tn: [] } },
      traitProvenance: { safety: "question_specific", effects: "global" },
      dynamicRubricSkippedTraits: { dosing: "the answer names no dose" },
    });
    const [, traits] = pageOf(sampleResult({ rubric })).split("\nTraits\n");
    expect(traits?.split("\n\n")[0]).toMatchInlineSnapshot(`
      "  safety.warns: true  [llm, question specific]
        safety.doses: [5,10]  [llm, question specific]
        effects: precision 1, recall 0.5  [metric, global]
          found for effects: nausea
          missing for effects: fever; rash
        dosing: did not apply: the answer names no dose"
    `);
  });

  test("tells the class of an agentic trait by its name", () => {
    const rubric = rubricSection({
      agenticTraitScores: { style: 1 },
      agenticTraitLabels: { style: "Ornate" },
    });
    expect(pageOf(sampleResult({ rubric }))).toContain("style: Ornate (1)  [agentic]");
  });
});

test("texts of models and files cannot command the terminal", () => {
  const evil = "\u001b[2Jx\u009b1m\u202e";
  const result = judgedResult({
    metadata: { questionId: evil, questionText: evil, warnings: [evil] },
    template: {
      parsedLlmResponse: { [evil]: evil, constructor: evil },
      abstentionCheckPerformed: true,
      abstentionReasoning: evil,
      usageMetadata: { [evil]: { inputTokens: 1, outputTokens: 1, totalTokens: 2, model: evil } },
    },
    evaluationInput: evil,
    deepJudgment: deepJudgmentSection({
      extractedExcerpts: {
        [evil]: [
          {
            text: evil,
            explanation: evil,
            hallucinationRisk: "low",
            hallucinationJustification: evil,
            searchResults: [{ title: evil, url: evil, content: evil }],
          },
          { text: "", explanation: evil },
          { text: "x", searchResults: evil },
        ],
      },
      attributeReasoning: { [evil]: evil },
    }),
    rubric: rubricSection({
      llmTraitScores: { [evil]: evil },
      llmTraitLabels: { [evil]: evil },
      traitProvenance: { [evil]: evil },
      traitFailures: { constructor: evil },
    }),
    rulings: [{ stage: evil, verifyResult: true, kind: "override", reason: evil, category: null }],
  });
  expect(pageOf(result, { full: true })).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  expect(pageOf(result)).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
});

test("no line is wider than the terminal but those of tables", () => {
  const long = "The answer names the protein as its direct target. ".repeat(20);
  const result = judgedResult({
    metadata: { questionText: long, warnings: [long] },
    template: { usageMetadata: null },
  });
  const widths = pageOf(result, { terminal: { rich: false, columns: 60 } })
    .split("\n")
    .map((line) => line.length);
  expect(Math.max(...widths)).toBeLessThanOrEqual(60);
});

test("what was looked up for the answer, as lines of its own and without what commands a terminal", () => {
  const result = sampleResult({
    template: {
      rawLlmResponse: "BCL2",
      retrievedContexts: [
        {
          text: "Venetoclax binds BCL2.\nVerdict   + pass",
          source: "labels/\u001b[2J\nv.md",
          id: "17",
          score: 0.12345,
        },
        { text: "w".repeat(3000), source: null, id: null, score: null },
      ],
    },
  });
  const section = (full: boolean) =>
    pageOf(result, { full }).split("Retrieved contexts\n")[1]?.split("\n\n")[0] ?? "";
  expect(section(false).split("\n").slice(0, 4)).toEqual([
    "  1  labels/ v.md, id 17, score 0.123",
    "  | Venetoclax binds BCL2.",
    "  | Verdict   + pass",
    "  2",
  ]);
  expect(section(true).match(/w/g)?.length).toBe(3000);
  expect(section(false).length).toBeLessThan(2000);
  const empty = sampleResult({ template: { rawLlmResponse: "BCL2", retrievedContexts: [] } });
  expect(pageOf(empty)).toContain("Retrieved contexts\n  nothing was found\n");
  expect(pageOf(sampleResult({ template: { rawLlmResponse: "BCL2" } }))).not.toContain("Retrieved");
});
