import { describe, expect, it } from "vitest";
import { type CsvInfo, exportCsv, failure, resultToJson, type VerificationResult } from "../index.ts";
import { deepJudgmentSection } from "../sections/deep-judgment.ts";
import { deepJudgmentRubricSection } from "../sections/deep-judgment-rubric.ts";
import { rubricSection } from "../sections/rubric.ts";
import { parseCsv } from "../testing/parse-csv.ts";
import { type SampleFields, sampleResult } from "../testing/sample-result.ts";

const info: CsvInfo = { exportTimestamp: "2025-01-02T00:00:00.000Z", kareninaVersion: "0.1.0" };

async function textOf(results: readonly VerificationResult[], more: Partial<CsvInfo> = {}): Promise<string> {
  let text = "";
  for await (const piece of exportCsv(results, { ...info, ...more })) text += piece;
  return text;
}

async function rowOf(
  fields: SampleFields,
  more: Partial<CsvInfo> = {},
): Promise<ReadonlyMap<string, string>> {
  const [header = [], cells = []] = parseCsv(await textOf([sampleResult(fields)], more));
  expect(cells).toHaveLength(header.length);
  return new Map(header.map((name, index) => [name, cells[index] ?? ""]));
}

describe("exportCsv", () => {
  it("refuses an info that it does not know", async () => {
    const unknown = textOf([], { formula: "keep" } as never);
    await expect(unknown).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining('unknown key "formula", did you mean "formulas"?'),
    });
    await expect(textOf([], { kareninaVersion: undefined } as never)).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  it("tells false from null", async () => {
    const wrong = await rowOf({ template: { verifyResult: false, embeddingSimilarityScore: 0 } });
    const unscored = await rowOf({ template: { verifyResult: null } });
    expect([wrong.get("verify_result"), unscored.get("verify_result")]).toEqual(["False", ""]);
    expect([wrong.get("embedding_similarity_score"), unscored.get("embedding_similarity_score")]).toEqual([
      "0",
      "",
    ]);
    expect(wrong.get("embedding_check_performed")).toBe("False");
  });

  it("keeps wrong answers, failures and their reasons apart", async () => {
    const row = await rowOf({
      metadata: {
        failure: failure({ category: "parsing", stage: "ParseTemplate", reason: 'no "JSON",\nat all' }),
        error: "e",
      },
      template: { verifyResult: null },
    });
    expect(
      Object.fromEntries([...row].filter(([name]) => /^(success|error|outcome|failure_)/.test(name))),
    ).toEqual({
      success: "False",
      error: "e",
      outcome: "judge_failed",
      failure_category: "parsing",
      failure_group: "system",
      failure_stage: "ParseTemplate",
      failure_reason: 'no "JSON",\nat all',
    });
  });

  it("writes lists and objects as JSON the way Python does, with names as on disk", async () => {
    const row = await rowOf({
      metadata: { keywords: ["é", "b"] },
      template: { parsedLlmResponse: { targetName: "x", n: null }, agentMetrics: { toolCalls: 2 } },
    });
    expect(row.get("keywords")).toBe(String.raw`["\u00e9", "b"]`);
    expect(row.get("parsed_llm_response")).toBe('{"targetName": "x", "n": null}');
    expect(row.get("agent_metrics")).toBe('{"tool_calls": 2}');
  });

  it("has no control characters but tabs and ends of lines", async () => {
    const rawLlmResponse = "a\u001b[31mb\u0007\u009bc\td\r\ne";
    for (const formulas of ["neutralise", "keep"] as const) {
      const row = await rowOf({ template: { rawLlmResponse } }, { formulas });
      expect(row.get("raw_llm_response")).toBe("a\ufffd[31mb\ufffd\ufffdc\td\r\ne");
    }
  });

  it("disarms formulas that models write, and nothing else", async () => {
    const answer = async (text: string, formulas?: "keep") =>
      (await rowOf({ template: { rawLlmResponse: text } }, formulas && { formulas })).get("raw_llm_response");
    expect(await answer('=HYPERLINK("http://x")')).toBe(`'=HYPERLINK("http://x")`);
    expect(await answer("@SUM(1)")).toBe("'@SUM(1)");
    expect(await answer("＝1+1")).toBe("'＝1+1");
    expect(await answer("-5.2")).toBe("-5.2");
    expect(await answer("- a list")).toBe("'- a list");
    expect(await answer("a = b")).toBe("a = b");
    expect(await answer("=1+1", "keep")).toBe("=1+1");
  });

  it("ends rows with CRLF and writes the header of an empty set", async () => {
    const empty = await textOf([]);
    expect(empty).toMatch(/^question_id,success,error,outcome,.*agent_metrics,.*rulings,extensions\r\n$/);
    expect((await textOf([sampleResult(), sampleResult()])).split("\r\n")).toHaveLength(4);
  });

  it("has every field of a result that no column says otherwise, but for long lists", async () => {
    const [header = []] = parseCsv(await textOf([]));
    const { metadata, template, rubric, deep_judgment, deep_judgment_rubric, ...rest } = resultToJson(
      sampleResult({
        deepJudgment: deepJudgmentSection({}),
        deepJudgmentRubric: deepJudgmentRubricSection({}),
        rubric: rubricSection({}),
      }),
    );
    const sections = [metadata, template, rubric, deep_judgment, deep_judgment_rubric];
    const fields = [...sections.flatMap((section) => Object.keys(Object(section))), ...Object.keys(rest)];
    expect(fields.length).toBeGreaterThan(110);
    expect(fields.filter((field) => !header.includes(field))).toEqual([
      ...["failure", "answering", "parsing", "completed_without_errors"],
      ...["trace_messages", "conversation_context"],
      ...["llm_trait_scores", "regex_trait_scores", "callable_trait_scores"],
      ...[
        "metric_trait_scores",
        "retrieval_trait_scores",
        "agentic_trait_scores",
        "evaluation_input",
        "stages",
      ],
    ]);
  });

  it("has each column once", async () => {
    const [header = []] = parseCsv(await textOf([]));
    expect(new Set(header).size).toBe(header.length);
  });
});
