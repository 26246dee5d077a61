import { describe, expect, test } from "vitest";
import { agenticTrait, llmTrait, regexTrait } from "../../rubric/index.ts";
import { Benchmark } from "../../verify/benchmark.ts";
import { planRun } from "../../verify/plan/plan-run.ts";
import { applyOverrides } from "../overrides/apply-overrides.ts";
import { overriddenSettings } from "../overrides/overrides.ts";
import type { ConfigOverrides, VerificationConfig } from "../settings/settings.generated.ts";
import { resolveConfig } from "../verification/resolve-config.ts";
import { rowsWithoutEffect } from "./setting-rows.ts";

const plain = { modelName: "m", endpointBaseUrl: "http://h/v1" };
const models: VerificationConfig = { answeringModels: [plain], parsingModels: [plain] };

function benchmark(): Benchmark {
  const made = Benchmark.create({ name: "Sample", workspaceRoot: "/tasks" });
  const fewShotExamples = ["1 + 1?", "1 + 2?"].map((question) => ({ question, answer: "2 or 3" }));
  made.addQuestion({ id: "q1", question: "Which?", rawAnswer: "BCL2", fewShotExamples });
  made.setGlobalRubric([llmTrait({ name: "tone", description: "Is it polite?", kind: "boolean" })]);
  return made;
}

const globalExamples = [{ question: "a", answer: "b" }];
const noise = /rubrics; they are not judged/;
function warningsOf(config: VerificationConfig, overrides: ConfigOverrides = {}, of = benchmark()) {
  const resolved = resolveConfig(applyOverrides(overrides, { ...models, ...config }));
  const named = overriddenSettings(overrides);
  return planRun(resolved, of, of.content.questions, { named }).warnings.filter((text) => !noise.test(text));
}

describe("a setting without effect is said in one line, with why", () => {
  const both: VerificationConfig = { evaluationMode: "template_and_rubric" };
  test.each<[VerificationConfig, string]>([
    [
      { evaluationMode: "rubric_only", sufficiencyEnabled: true },
      "sufficiency_enabled has no effect: evaluation mode rubric_only has no templates.",
    ],
    [
      { evaluationMode: "rubric_only", embeddingCheckEnabled: true, embeddingCheckBaseUrl: "http://h" },
      "embedding_check_enabled, embedding_check_base_url have no effect: evaluation mode rubric_only has no templates.",
    ],
    [
      { evaluationMode: "rubric_only", useFullTraceForTemplate: true, exposeGroundTruth: true },
      "expose_ground_truth, use_full_trace_for_template have no effect: evaluation mode rubric_only has no templates.",
    ],
    [
      { combinedChecks: true },
      "combined_checks has no effect: it is for abstention_enabled and sufficiency_enabled together.",
    ],
    [
      { combinedChecks: true, abstentionEnabled: true },
      "combined_checks has no effect: it is for abstention_enabled and sufficiency_enabled together.",
    ],
    [
      { embeddingCheckThreshold: 0.9, embeddingCheckModel: "openai/x" },
      "embedding_check_model, embedding_check_threshold have no effect: embedding_check_enabled is false.",
    ],
    [
      { rubricEvaluationStrategy: "sequential", useFullTraceForRubric: false },
      "rubric_evaluation_strategy, use_full_trace_for_rubric have no effect: evaluation mode template_only judges no traits.",
    ],
    [
      { ...both, agenticRubricParallel: true },
      "agentic_rubric_parallel has no effect: the run has no agentic traits.",
    ],
    [{ agenticParsingTimeout: 5 }, "agentic_parsing_timeout has no effect: agentic_parsing is false."],
    [{ asyncEnabled: false, asyncMaxWorkers: 3 }, "async_max_workers has no effect: async_enabled is false."],
    [{ scenarioTurnLimit: 3 }, "scenario_turn_limit has no effect: the run has no scenarios."],
    [
      { maxRequeueCount: 3 },
      "max_requeue_count has no effect: what an outage has cut short is put back until the model is there.",
    ],
    [
      { fewShotConfig: { source: "disabled", poolK: 3 } },
      "few_shot_config.pool_k has no effect: no examples are shown (few_shot_config.source is disabled).",
    ],
    [
      { fewShotConfig: { poolMode: "all", poolK: 3 } },
      "few_shot_config.pool_k has no effect: no examples are drawn by lot (few_shot_config.pool_mode is not k-shot).",
    ],
    [
      {
        fewShotConfig: {
          source: "global",
          poolMode: "k-shot",
          questionConfigs: { q1: { k: 1 } },
          globalExamples,
        },
      },
      "few_shot_config.pool_mode, few_shot_config.question_configs have no effect: few_shot_config.source is global.",
    ],
    [
      { fewShotConfig: { source: "question_pool", globalExamples } },
      "few_shot_config.global_examples has no effect: few_shot_config.source is question_pool.",
    ],
    [
      {
        fewShotConfig: { poolMode: "all" },
        answeringModels: [{ interface: "manual", manualTracesPath: "a.json" }],
      },
      "few_shot_config has no effect: every answer is prepared.",
    ],
    [
      { fewShotConfig: { poolMode: "all" }, answeringModels: [{ id: "s", http: "http://h/ask" }] },
      'few_shot_config for model "s" has no effect: its requests have no place for it; add "{{messages}}" to http_body.',
    ],
    [
      { promptConfig: { generation: "Be brief." }, answeringModels: [{ id: "s", http: "http://h/ask" }] },
      'prompt_config.generation for model "s" has no effect: its requests have no place for it; add {{system}} or {{messages}} to http_body.',
    ],
    [
      { promptConfig: { sufficiencyDetection: "Be strict." } },
      "prompt_config.sufficiency_detection has no effect: sufficiency_enabled is false.",
    ],
    [
      { answeringModels: [{ ...plain, agentTimeout: 5 }] },
      'agent_timeout of model "m" has no effect: it is no agent; the limit of a call is request_timeout.',
    ],
    [
      {
        answeringModels: [{ id: "f", answer: () => "BCL2", temperature: 0.5, maxTokens: 9, agentTimeout: 5 }],
      },
      'temperature of model "f", max_tokens of model "f" have no effect: it makes its model calls itself.',
    ],
    [
      { answeringModels: [{ id: "p", command: "python app.py", maxTokens: 9, agentTimeout: 5 }] },
      'max_tokens of model "p" has no effect: it makes its model calls itself.',
    ],
  ])("%j", (config, warning) => {
    expect(warningsOf(config)).toEqual([warning]);
  });

  test.each<[ConfigOverrides, string]>([
    [
      { useFullTraceForRubric: true },
      "use_full_trace_for_rubric has no effect: evaluation mode template_only judges no traits.",
    ],
    [
      { rubricEvaluationStrategy: "batch" },
      "rubric_evaluation_strategy has no effect: evaluation mode template_only judges no traits.",
    ],
    [
      { embeddingThreshold: 0.85 },
      "embedding_check_threshold has no effect: embedding_check_enabled is false.",
    ],
    [{ agenticParsingMaxTurns: 15 }, "agentic_parsing_max_turns has no effect: agentic_parsing is false."],
    [
      { fewShotMode: "off", fewShotK: 3 },
      "few_shot_config.pool_k has no effect: no examples are shown (few_shot_config.source is disabled).",
    ],
  ])("one that was named, though it says the default: %j", (overrides, warning) => {
    expect(warningsOf({}, overrides)).toEqual([warning]);
  });

  test.each<ConfigOverrides>([{ fewShotMode: "all" }, { fewShotMode: "k-shot" }, { fewShotK: 3 }])(
    "examples where there are none: %j",
    (overrides) => {
      const made = Benchmark.create({ name: "Bare" });
      made.addQuestion({ id: "q1", question: "Which?", rawAnswer: "BCL2" });
      expect(warningsOf({}, overrides, made)).toEqual([
        "few_shot_config has no effect: no question of the run gets an example.",
      ]);
    },
  );

  test("a workspace root that was named where nothing works in a folder", () => {
    const of = benchmark();
    const plan = (named: readonly "workspaceRoot"[]) =>
      planRun(resolveConfig(models), of, of.content.questions, { named }).warnings;
    const warning = "workspace_root has no effect: no agent of the run works in a folder.";
    expect(plan(["workspaceRoot"])).toContain(warning);
    expect(plan([])).not.toContain(warning);
  });

  test("no strategy for traits that are not judged by a model at once", () => {
    const made = benchmark();
    made.setGlobalRubric([regexTrait({ name: "cites", pattern: "x" })]);
    expect(warningsOf({ ...both, rubricEvaluationStrategy: "sequential" }, {}, made)).toEqual([
      "rubric_evaluation_strategy has no effect: the run has no LLM traits.",
    ]);
  });
});

test.each<VerificationConfig>([
  {},
  { abstentionEnabled: true, sufficiencyEnabled: true, combinedChecks: true },
  { evaluationMode: "rubric_only", abstentionEnabled: true, useFullTraceForTemplate: true },
  {
    evaluationMode: "template_and_rubric",
    rubricEvaluationStrategy: "sequential",
    useFullTraceForRubric: false,
  },
  { fewShotConfig: { poolMode: "k-shot", poolK: 3 } },
  { fewShotConfig: { poolK: 3, questionConfigs: { q1: { mode: "k-shot" } } } },
  { fewShotConfig: { source: "disabled", poolMode: "k-shot" } },
  { asyncMaxWorkers: 3 },
  { fewShotConfig: { poolMode: "all" }, answeringModels: [{ id: "f", answer: () => "BCL2" }] },
  { promptConfig: { generation: "Be brief." }, answeringModels: [{ id: "f", answer: () => "BCL2" }] },
  {
    ...{ fewShotConfig: { poolMode: "all" }, promptConfig: { generation: "Be brief." } },
    answeringModels: [{ id: "s", http: "http://h/ask", httpBody: '{ "m": "{{messages}}" }' }],
  },
])("nothing is said of what does something: %j", (config) => {
  expect(warningsOf(config)).toEqual([]);
});

test("a trait of agents makes their settings count", () => {
  const made = benchmark();
  const trait = { name: "runs", description: "?", kind: "boolean", contextMode: "trace_only" } as const;
  made.setGlobalRubric([agenticTrait(trait)]);
  expect(warningsOf({ evaluationMode: "rubric_only", agenticRubricParallel: true }, {}, made)).toEqual([]);
});

test("no setting stands twice in one row", () => {
  for (const { settings } of rowsWithoutEffect) expect(new Set(settings).size).toBe(settings.length);
});
