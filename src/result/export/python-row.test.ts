import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeFileAtomically } from "../../base/index.ts";
import {
  caveats,
  exportJson,
  FailureCategory,
  failure,
  lacksInfrastructure,
  outcomeOf,
  pythonExportVersion,
  readJsonExport,
  VerificationResultSet,
} from "../index.ts";
import { sampleResult } from "../testing/sample-result.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "python-row-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const info = { exportTimestamp: "2025-01-02T00:00:00.000Z", kareninaVersion: "0.1.0" };

async function forPython(results: Parameters<typeof exportJson>[0], scenarioResults = null as never) {
  const file = path.join(folder, "python.json");
  const parts = { dialect: pythonExportVersion, scenarioResults };
  await writeFileAtomically(file, exportJson(results, info, parts));
  return { file, json: JSON.parse(await readFile(file, "utf8")) };
}

/** What the Python system's schema of `metadata` and `failure` takes; it refuses anything else. */
const categories =
  "content recursion_limit trace_validation deep_judgment deep_judgment_rubric timeout connection rate_limit server_error abstention sufficiency template_validation parsing unexpected_error".split(
    " ",
  );

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
    expect(categories).toContain(metadata.failure.category);
    expect(Array.from(metadata.failure.reason)).toHaveLength(500);
    expect(metadata.caveats).toEqual(["retries_used"]);
    expect(metadata.warnings).toEqual(["w", "caveat: rubric_incomplete"]);
    const { category, details } = metadata.failure;
    const own = category === metadata.question_id ? {} : { karenina_category: metadata.question_id };
    expect(details).toEqual({ a: 1, ...own });
  }
});

test("format 2.2 has nothing of what own stages have found out", async () => {
  const { json } = await forPython([{ ...sampleResult(), extensions: { citations: ["a"] } }]);
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
  const [first] = read.results.map(({ metadata }) => metadata);
  expect(new Set(first?.caveats)).toEqual(new Set(caveats));
  expect(first?.warnings).toEqual(["caveat: unknown"]);
  expect(read.results.map(lacksInfrastructure)).toEqual([true, false, true]);
});

test("scores that are no numbers and risks that are unknown go, where its readers refuse them", async () => {
  const sections = {
    deepJudgment: { hallucinationRiskAssessment: { a: null, b: "low" } },
    deepJudgmentRubric: {
      deepJudgmentRubricScores: { a: 1, b: "text", c: true },
      standardRubricScores: null,
    },
  };
  const { json } = await forPython([sampleResult(sections as never)]);
  expect(json.results[0].deep_judgment.hallucination_risk_assessment).toEqual({ b: "low" });
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
    terminalFailure: null,
    replicate: null,
    finalState: { a: 1 },
  };
  const { json } = await forPython([], [record] as never);
  expect(json.scenario_results).toEqual([
    {
      scenario_id: "s",
      status: "completed",
      path: ["a"],
      turn_count: 1,
      history: [{ node_id: "a", question_text: "", raw_response: "" }],
      outcome_results: { done: true },
      terminal_failure: null,
      replicate: null,
    },
  ]);
});

test("a set from a file keeps what its header says, also when it is cut down", async () => {
  const file = path.join(folder, "own.json");
  const verificationConfig = { evaluation_mode: "template_only" };
  const rubricDefinition = { llm_traits: [{ name: "clear", kind: "boolean" }] };
  const written = exportJson([sampleResult()], { ...info, verificationConfig }, { rubricDefinition });
  await writeFileAtomically(file, written);
  const set = (await VerificationResultSet.fromJson(file)).getTemplateResults();
  expect(set.header?.toJSON()).toEqual({ verificationConfig, rubricDefinition });
  const writers = [undefined, pythonExportVersion].flatMap((dialect) => [
    () => set.exportJson(info, { dialect }),
    () => exportJson(set, info, { dialect }),
  ]);
  for (const write of writers) {
    await writeFileAtomically(file, write());
    const { metadata, sharedData } = await readJsonExport(file);
    expect(metadata.verification_config).toEqual(verificationConfig);
    expect(sharedData.rubric_definition).toEqual(rubricDefinition);
  }
});
