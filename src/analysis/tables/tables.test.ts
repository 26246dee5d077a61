import { describe, expect, it } from "vitest";
import { wireCodec } from "../../base/index.ts";
import type { VerificationResult } from "../../result/index.ts";
import { resultsOfEverySort } from "../../result/testing/results-of-every-sort.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { fieldRows, regexRows, resultRows, resultTables, stageRows, usageRows } from "./tables.ts";
import { ownColumns } from "./testing/own-columns.ts";

const context = {
  resultId: "0123456789abcdef",
  questionId: "q1",
  templateId: "no_template",
  replicate: null,
  answeringModel: "openai:gpt",
  parsingModel: "openai:judge",
  runName: null,
  timestamp: "2025-01-02T03:04:05.000Z",
  outcome: "pass",
};

describe("every table", () => {
  it.each(resultTables.map((table) => [table.name, table] as const))(
    "%s: rows fit their schema, cells are scalars",
    (_name, table) => {
      const codec = wireCodec(table.schema);
      const rows = [...table.rows(resultsOfEverySort)];
      for (const row of rows) {
        expect(table.schema.strict().parse(row)).toEqual(row);
        expect(Object.keys(row)).toEqual(Object.keys(table.schema.shape));
        const stored = codec.encode(row);
        expect(Object.keys(stored ?? {})).toEqual(table.columns.map(({ name }) => name));
        for (const cell of Object.values(row))
          expect(cell === null || ["string", "number", "boolean"].includes(typeof cell)).toBe(true);
      }
    },
  );

  it("says of each column what it holds", () => {
    for (const { name, columns } of resultTables)
      expect(columns.filter(({ about }) => about === "").map((column) => `${name}.${column.name}`)).toEqual(
        [],
      );
  });

  it("is made of a list at once, and of a stream as it is read", async () => {
    async function* stream(): AsyncGenerator<VerificationResult> {
      yield* resultsOfEverySort;
    }
    for (const { rows } of resultTables)
      expect(await Array.fromAsync(rows(stream()))).toEqual([...rows(resultsOfEverySort)]);
  });
});

describe("results", () => {
  it("are one row each, with what is counted beside what is stored", () => {
    const result = sampleResult({
      metadata: {
        templateId: "t",
        keywords: ["a", "b"],
        retryCounts: { timeout: { used: 2, budget: 5 } },
        warnings: ["w"],
      },
      template: {
        verifyGranularResult: 0.5,
        usageMetadata: {
          answer_generation: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
          parsing: { inputTokens: 10, outputTokens: 20, totalTokens: 30 },
          rubric_evaluation: { inputTokens: 100, outputTokens: 200, totalTokens: 300 },
          total: { inputTokens: 111, outputTokens: 222, totalTokens: 333 },
        },
      },
      stages: [
        stage("GenerateAnswer", { inputTokens: 1, costUsd: 0.25 }),
        stage("ParseTemplate", { outputTokens: 4, modelCalls: 2 }),
      ],
    });
    expect([...resultRows([result])]).toMatchObject([
      {
        ...context,
        templateId: "t",
        hasTemplate: true,
        verifyResult: true,
        granularScore: 0.5,
        keywords: "a, b",
        warningCount: 1,
        retries: 2,
        answerInputTokens: 1,
        answerOutputTokens: 2,
        judgeInputTokens: 110,
        judgeOutputTokens: 220,
        inputTokens: 1,
        outputTokens: 4,
        costUsd: 0.25,
        modelCalls: 2,
        caveats: null,
        failureCategory: null,
        rubricEvaluationPerformed: null,
        deepJudgmentMode: null,
      },
    ]);
  });
});

describe("fields", () => {
  it("are those of ground truth and extraction, texts as they are and all else as JSON", () => {
    const rows = fieldRows([
      sampleResult({
        template: {
          parsedGtResponse: { a: 1.5, b: "x", c: ["y"], __proto__: null },
          parsedLlmResponse: { a: null, b: "z", d: { e: true } },
          fieldResults: { a: null, b: false },
          fieldScores: { b: 0.25 },
        },
      }),
    ]);
    expect(ownColumns(rows)).toEqual([
      {
        fieldName: "a",
        gtValue: "1.5",
        llmValue: null,
        fieldMatch: null,
        fieldScore: null,
        fieldType: "number",
      },
      { fieldName: "b", gtValue: "x", llmValue: "z", fieldMatch: false, fieldScore: 0.25, fieldType: "text" },
      {
        fieldName: "c",
        gtValue: '["y"]',
        llmValue: null,
        fieldMatch: null,
        fieldScore: null,
        fieldType: "list",
      },
      {
        fieldName: "d",
        gtValue: null,
        llmValue: '{"e":true}',
        fieldMatch: null,
        fieldScore: null,
        fieldType: "object",
      },
    ]);
  });
});

describe("regex checks", () => {
  it("have a row per pattern", () => {
    const rows = regexRows([
      sampleResult({
        template: {
          regexValidationResults: { year: true, cites: false },
          regexValidationDetails: {
            year: { pattern: "\\d{4}", expected: 1, matchType: "count", matchCount: 1, successReason: "one" },
            cites: { pattern: "[", error: "no pattern" },
          },
          regexExtractionResults: { year: ["1999"] },
        },
      }),
    ]);
    expect(ownColumns(rows)).toEqual([
      {
        patternName: "year",
        patternRegex: "\\d{4}",
        expected: "1",
        matchType: "count",
        matched: true,
        matchCount: 1,
        extractedValue: '["1999"]',
        reason: "one",
      },
      {
        patternName: "cites",
        patternRegex: "[",
        expected: null,
        matchType: null,
        matched: false,
        matchCount: null,
        extractedValue: null,
        reason: "no pattern",
      },
    ]);
  });
});

describe("stages and usage", () => {
  it("say what each took", () => {
    const ruling = {
      stage: "AbstentionCheck",
      verifyResult: false,
      kind: "override",
      reason: "refused",
      category: "abstention",
    } as const;
    const rows = stageRows([
      sampleResult({
        stages: [
          stage("GenerateAnswer", { retries: { timeout: 1, rate_limit: 2 }, durationMs: 5 }),
          stage("AbstentionCheck", { ruling }),
        ],
      }),
    ]);
    expect(ownColumns(rows)).toMatchObject([
      {
        stageIndex: 0,
        stageName: "GenerateAnswer",
        stageStatus: "ran",
        durationMs: 5,
        retries: 3,
        rulingKind: null,
      },
      {
        stageIndex: 1,
        rulingKind: "override",
        rulingVerifyResult: false,
        rulingReason: "refused",
        rulingCategory: "abstention",
      },
    ]);
  });

  it("leave out the total of the steps", () => {
    const tokens = { inputTokens: 1, outputTokens: 2, totalTokens: 3 };
    const rows = usageRows([
      sampleResult({
        template: {
          usageMetadata: {
            parsing: { ...tokens, model: "m", inputTokenDetails: { cache_read: 1 }, costUsd: 0.5 },
            total: tokens,
          },
        },
      }),
    ]);
    expect(ownColumns(rows)).toEqual([
      {
        usageStage: "parsing",
        ...tokens,
        modelUsed: "m",
        inputCacheReadTokens: 1,
        outputReasoningTokens: null,
        costUsd: 0.5,
      },
    ]);
  });
});

function stage(name: string, fields: Partial<VerificationResult["stages"][number]>) {
  return {
    name,
    status: "ran" as const,
    reason: null,
    durationMs: 0,
    modelCalls: 0,
    retries: {},
    inputTokens: 0,
    outputTokens: 0,
    costUsd: null,
    ruling: null,
    ...fields,
  };
}
