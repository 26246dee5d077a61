import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { outcomeOf, readJsonExport } from "../index.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "read-python-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const identity = (name: string) =>
  `{"interface": "langchain", "model_name": "${name}", "tools": [], "config_id": null}`;
const metadata = (id: string, more: string) =>
  `"metadata": {"question_id": "${id}", "template_id": "no_template", "question_text": "What?", "raw_answer": null, ` +
  `"keywords": null, "answering": ${identity("a")}, "parsing": ${identity("b")}, "answering_system_prompt": null, ` +
  `"execution_time": 1714000000.0, "timestamp": "2025-01-02 03:04:05", "result_id": "b27d8af427f34fd9", ${more}}`;

/** As the Python system's exporter writes it: one row on a line, NaN and Infinity bare. */
const rows = [
  `{${metadata("nulls", '"failure": null, "caveats": null, "warnings": null, "retry_counts": {"timeout": null}, "few_shot_enabled": null, "scenario_path": null')}, ` +
    '"template": {"raw_llm_response": null, "trace_messages": null, "parsed_llm_response": {"a": null}, "verify_result": true, ' +
    '"template_verification_performed": true, "field_results": {"a": null}, "embedding_check_performed": null, ' +
    '"regex_validation_details": {"p": {"pattern": "x", "match_count": 0, "success_reason": null, "failure_reason": "none", "error": null}}, ' +
    '"usage_metadata": {"total": {"input_tokens": null, "output_tokens": 2, "total_tokens": 2, "model": null}, "parsing": null}, ' +
    '"agent_metrics": {"iterations": null, "tool_calls": 1, "limit_reached": null}}, "used_full_trace": null}',
  `{${metadata("metrics", '"failure": null')}, "rubric": {"rubric_evaluation_performed": true, ` +
    '"callable_trait_scores": {"ratio": NaN, "words": 3}, "agentic_trait_scores": {"runs": null}, ' +
    '"metric_trait_scores": {"m": {"precision": NaN, "recall": Infinity, "f1": -Infinity, "specificity": 0.5}, "n": null}}}',
  `{${metadata("capitals", '"failure": null')}, "deep_judgment": {"deep_judgment_mode": "full", "deep_judgment_performed": true, ` +
    '"hallucination_risk_assessment": {"a": "High", "b": null, "c": "Moderate"}, "extracted_excerpts": {"a": [' +
    '{"text": "BCL2", "confidence": "HIGH", "similarity_score": NaN, "hallucination_risk": "None", "search_results": null}]}}, ' +
    '"deep_judgment_rubric": {"rubric_hallucination_risk_assessment": {"t": {"overall_risk": "Medium", "per_excerpt_risks": ["Low", "Medium"]}, "u": null}, ' +
    '"trait_metadata": {"t": {"stages_completed": [], "model_calls": 0, "error": "e"}, "u": {"stages_completed": null}}}}',
];
const header =
  '{"format_version": "2.2", "metadata": {"export_timestamp": "2025-01-02 03:04:05 UTC", "job_summary": {"total_duration": NaN}}, "shared_data": {"rubric_definition": null},"results":[\n';

test("nulls, metrics that are no numbers, and levels in capitals open", async () => {
  const file = path.join(folder, "python.json");
  const scenario =
    '{"scenario_id": "s", "status": "error", "path": ["a"], "turn_count": 1, "history": null, "outcome_results": null, "terminal_failure": null, "replicate": null}';
  await writeFile(file, `${header}${rows.join(",\n")}\n],"scenario_results":[${scenario}]}\n`);
  const { results, scenarioResults } = await readJsonExport(file);
  const [nulls, metrics, capitals] = results;
  expect(results.map(outcomeOf)).toEqual(["pass", "unscored", "unscored"]);
  expect(nulls).toMatchObject({
    metadata: { caveats: [], warnings: [], retryCounts: {}, fewShotEnabled: false },
    template: {
      rawLlmResponse: "",
      traceMessages: [],
      parsedLlmResponse: { a: null },
      fieldResults: { a: null },
      regexValidationDetails: { p: { matchCount: 0, failureReason: "none" } },
      agentMetrics: { toolCalls: 1 },
      usageMetadata: { total: { inputTokens: 0, outputTokens: 2, model: null } },
    },
    usedFullTrace: true,
  });
  expect(metrics?.rubric).toMatchObject({
    callableTraitScores: { words: 3 },
    agenticTraitScores: { runs: null },
    metricTraitScores: { m: { specificity: 0.5 } },
  });
  expect(metrics?.rubric?.metricTraitScores).toEqual({ m: { specificity: 0.5 } });
  expect(capitals?.deepJudgment).toMatchObject({
    hallucinationRiskAssessment: { a: "high", b: null, c: "Moderate" },
    extractedExcerpts: { a: [{ confidence: "high", hallucinationRisk: "none", similarityScore: null }] },
  });
  expect(capitals?.deepJudgmentRubric?.rubricHallucinationRiskAssessment).toEqual({
    t: { overallRisk: "medium", perExcerptRisks: ["low", "medium"] },
  });
  expect(scenarioResults).toMatchObject([{ scenarioId: "s", history: [], outcomeResults: {} }]);
});

test("a null for what every result has is an error that names it", async () => {
  const file = path.join(folder, "python.json");
  const row = rows[0]?.replace('"question_text": "What?"', '"question_text": null');
  await writeFile(file, `${header}${row}\n]}\n`);
  await expect(readJsonExport(file)).rejects.toThrow(
    /result 1 does not.*\n(?:.*\n)* {2}metadata\.question_text: expected string, found null/,
  );
});
