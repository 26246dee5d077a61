import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeFileAtomically } from "../../../base/index.ts";
import {
  caveats,
  deepJudgmentRubricSection,
  deepJudgmentSection,
  exportJson,
  FailureCategory,
  failure,
  lacksInfrastructure,
  type MappedContent,
  outcomeOf,
  readJsonExport,
  rubricSection,
  VerificationResultSet,
} from "../../index.ts";
import { PythonExport, pythonCategories } from "../../testing/python-schema.ts";
import { sampleResult } from "../../testing/sample-result.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "python-row-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const format = "karenina-2.2" as const;
const info = { exportTimestamp: "2025-01-02T00:00:00.000Z", kareninaVersion: "0.1.0" };

async function forPython(results: Parameters<typeof exportJson>[0], scenarioResults = null as never) {
  const file = path.join(folder, "python.json");
  let mapped: readonly MappedContent[] = [];
  const onMapped = (all: readonly MappedContent[]) => {
    mapped = all;
  };
  const parts = { scenarioResults };
  await writeFileAtomically(file, exportJson(results, { ...info, format, onMapped }, parts));
  const json = JSON.parse(await readFile(file, "utf8"));
  expect(PythonExport.safeParse(json).error?.issues).toBeUndefined();
  return { file, json, mapped };
}

test("format 2.2 holds no key, category or caveat that its readers refuse", async () => {
  const rows = FailureCategory.options.map((category) =>
    sampleResult({
      metadata: {
        questionId: category,
        failure: failure({ category, stage: "S", reason: "\u{1f600}".repeat(600), details: { a: 1 } }),
        caveats: ["retries_used", "rubric_incomplete"],
        warnings: ["w"],
      },
    }),
  );
  const { json } = await forPython(rows);
  expect(json.format_version).toBe("2.2");
  for (const { metadata } of json.results) {
    expect(metadata).not.toHaveProperty("completed_without_errors");
    expect(metadata).not.toHaveProperty("error");
    expect(Object.keys(metadata)).toHaveLength(26);
    expect(pythonCategories).toHaveProperty(metadata.failure.category);
    expect(Array.from(metadata.failure.reason)).toHaveLength(500);
    expect(metadata.caveats).toEqual(["retries_used"]);
    expect(metadata.warnings).toEqual(["w", "caveat: rubric_incomplete"]);
    const { category, details } = metadata.failure;
    const own = category === metadata.question_id ? {} : { karenina_category: metadata.question_id };
    expect(details).toEqual({ a: 1, ...own });
  }
});

test("format 2.2 has nothing of what own stages have found out", async () => {
  const { json, mapped } = await forPython([{ ...sampleResult(), extensions: { citations: ["a"] } }]);
  expect(mapped).toContainEqual({ kind: "extension", from: "citations", to: null, count: 1 });
  expect(json.results[0]).not.toHaveProperty("extensions");
  expect(json.results[0]).toHaveProperty("rulings");
});

test("it is read here with the same verdicts and caveats", async () => {
  const results = [
    sampleResult({ metadata: { caveats: [...caveats], warnings: ["caveat: unknown"] } }),
    sampleResult({ metadata: { failure: failure({ category: "empty_response", stage: "S", reason: "r" }) } }),
    sampleResult({ metadata: { failure: failure({ category: "authentication", stage: "S", reason: "r" }) } }),
  ];
  const { file } = await forPython(results);
  const read = await readJsonExport(file);
  expect(read.results.map(outcomeOf)).toEqual(results.map(outcomeOf));
  expect(read.results.map(({ metadata }) => metadata.failure)).toEqual(
    results.map(({ metadata }) => metadata.failure),
  );
  const [first] = read.results.map(({ metadata }) => metadata);
  expect(new Set(first?.caveats)).toEqual(new Set(caveats));
  expect(first?.warnings).toEqual(["caveat: unknown"]);
  expect(read.results.map(lacksInfrastructure)).toEqual([true, false, true]);
});

test("scores that are no numbers and risks that are unknown go, where its readers refuse them", async () => {
  const sections = {
    deepJudgment: deepJudgmentSection({
      hallucinationRiskAssessment: { a: null, b: "low", c: "Moderate" },
    }),
    deepJudgmentRubric: deepJudgmentRubricSection({
      deepJudgmentRubricScores: { a: 1, b: "text", c: true },
    }),
  };
  const rubric = rubricSection({ metricTraitScores: { m: { f1: Number.NaN, recall: 1 } } });
  const { json, mapped } = await forPython([{ ...sampleResult(sections), rubric }]);
  expect(json.results[0].deep_judgment.hallucination_risk_assessment).toEqual({ b: "low", c: "medium" });
  expect(json.results[0].deep_judgment.deep_judgment_mode).toBe("disabled");
  expect(json.results[0].rubric.metric_trait_scores).toEqual({ m: { recall: 1 } });
  expect(mapped.map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ["interface", "openai", "openai"],
    ["metric", "f1", null],
    ["hallucination risk", "of a", null],
    ["hallucination risk", "Moderate", "medium"],
    ["score", "b", null],
  ]);
  expect(json.results[0].deep_judgment_rubric).toMatchObject({
    deep_judgment_rubric_scores: { a: 1, c: true },
    standard_rubric_scores: null,
  });
});

test("a scenario's record has the keys of 2.2 only", async () => {
  const record = {
    scenarioId: "s",
    status: "completed",
    path: ["a"],
    turnCount: 1,
    history: [{ nodeId: "a", extra: 1, rawResponse: null }],
    outcomeResults: { done: true, note: "text" },
    terminalFailure: { nodeId: "a", category: "authentication" },
    replicate: null,
    finalState: { a: 1 },
  };
  const { json, mapped } = await forPython([], [record] as never);
  expect(json.scenario_results).toEqual([
    {
      scenario_id: "s",
      status: "completed",
      path: ["a"],
      turn_count: 1,
      history: [
        {
          node_id: "a",
          question_text: "",
          raw_response: "",
          parsed_fields: {},
          verify_result: null,
          verification_result_id: null,
        },
      ],
      outcome_results: { done: true },
      terminal_failure: { node_id: "a", category: "unexpected_error", stage: "", reason: "" },
      replicate: null,
    },
  ]);
  expect(mapped).toEqual([
    { kind: "scenario state", from: "final_state", to: null, count: 1 },
    { kind: "failure category", from: "authentication", to: "unexpected_error", count: 1 },
    { kind: "scenario outcome", from: "note", to: null, count: 1 },
  ]);
});

test("a set from a file keeps what its header says, also when it is cut down", async () => {
  const file = path.join(folder, "own.json");
  const verificationConfig = { evaluation_mode: "template_only" };
  const rubricDefinition = { llm_traits: [{ name: "clear", kind: "boolean" }] };
  const written = exportJson([sampleResult()], { ...info, verificationConfig }, { rubricDefinition });
  await writeFileAtomically(file, written);
  const set = (await VerificationResultSet.fromJson(file)).getTemplateResults();
  expect(set.header?.toJSON()).toEqual({ benchmark: null, verificationConfig, rubricDefinition });
  const writers = [undefined, format].flatMap(
    (form) =>
      [
        () => set.exportJson({ ...info, format: form }),
        () => exportJson(set, { ...info, format: form }),
      ] as const,
  );
  for (const write of writers) {
    await writeFileAtomically(file, write());
    const { metadata, sharedData } = await readJsonExport(file);
    expect(metadata.verification_config).toMatchObject(verificationConfig);
    expect(sharedData.rubric_definition).toEqual(rubricDefinition);
  }
});
