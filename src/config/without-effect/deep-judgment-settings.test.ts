import { describe, expect, test } from "vitest";
import { llmTrait, regexTrait } from "../../rubric/index.ts";
import { Benchmark } from "../../verify/benchmark.ts";
import { planRun } from "../../verify/plan/plan-run.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";
import { resolveConfig } from "../verification/resolve-config.ts";

const endpoint = { modelName: "m", endpointBaseUrl: "http://h/v1" };
const tone = llmTrait({ name: "tone", description: "Is it polite?", kind: "boolean" });
const depth = llmTrait({ name: "depth", description: "How deep?", kind: "score", deepJudgmentEnabled: true });
const cites = regexTrait({ name: "cites", pattern: "x" });

function warningsOf(more: VerificationConfig): readonly string[] {
  const benchmark = Benchmark.create({ name: "Sample" });
  benchmark.addQuestion({ id: "q1", question: "Which?", rawAnswer: "BCL2" });
  benchmark.addQuestion({ id: "q2", question: "Why?", rawAnswer: "It binds.", rubric: [depth] });
  benchmark.setGlobalRubric([tone, cites]);
  const config = resolveConfig({
    answeringModels: [endpoint],
    parsingModels: [endpoint],
    evaluationMode: "template_and_rubric",
    ...more,
  });
  return planRun(config, benchmark, benchmark.content.questions).warnings;
}

const inVain =
  'The trait "depth" asks for deep judgment and is judged without it: deep_judgment_rubric_mode is disabled; set it to use_checkpoint.';
const withoutEffectOf = (more: VerificationConfig) => warningsOf(more).filter((text) => text !== inVain);

const custom = (config: VerificationConfig["deepJudgmentRubricConfig"]): VerificationConfig => ({
  deepJudgmentRubricMode: "custom",
  deepJudgmentRubricConfig: config,
});

describe("settings that do nothing", () => {
  test.each<[VerificationConfig, string]>([
    [
      { deepJudgmentMaxExcerptsPerAttribute: 5, deepJudgmentSearchEnabled: true },
      "deep_judgment_max_excerpts_per_attribute, deep_judgment_search_enabled have no effect: deep_judgment_mode is disabled.",
    ],
    [
      { deepJudgmentMode: "reasoning_only", deepJudgmentFuzzyMatchThreshold: 0.9 },
      "deep_judgment_fuzzy_match_threshold has no effect: reasoning_only has no excerpts.",
    ],
    [
      { deepJudgmentMode: "full", deepJudgmentSearchTool: "./search.ts" },
      "deep_judgment_search_tool has no effect: deep_judgment_search_enabled is false.",
    ],
    [
      { deepJudgmentMode: "full", deepJudgmentExcerptSources: "messages" },
      "deep_judgment_excerpt_sources has no effect: only the final message is judged, which is the model's own.",
    ],
    [
      {
        deepJudgmentRubricMode: "enable_all",
        deepJudgmentRubricExcerptSources: "messages",
        useFullTraceForRubric: false,
      },
      "deep_judgment_rubric_excerpt_sources has no effect: only the final message is judged, which is the model's own.",
    ],
    [
      { deepJudgmentMode: "full", evaluationMode: "rubric_only" },
      "deep_judgment_mode has no effect: evaluation mode rubric_only has no templates.",
    ],
    [
      { deepJudgmentRubricSearchEnabled: true, deepJudgmentRubricConfig: { global: {} } },
      "deep_judgment_rubric_search_enabled, deep_judgment_rubric_config have no effect: deep_judgment_rubric_mode is disabled.",
    ],
    [
      {
        deepJudgmentRubricMode: "enable_all",
        deepJudgmentRubricGlobalExcerpts: false,
        deepJudgmentRubricMaxExcerptsDefault: 2,
      },
      "deep_judgment_rubric_max_excerpts_default has no effect: no trait is judged with excerpts.",
    ],
    [
      {
        deepJudgmentRubricMode: "enable_all",
        deepJudgmentRubricGlobalExcerpts: false,
        deepJudgmentRubricSearchEnabled: true,
      },
      "deep_judgment_rubric_search_enabled has no effect: no trait is judged with excerpts.",
    ],
    [
      { deepJudgmentRubricMode: "enable_all", deepJudgmentRubricSearchTool: "./search.ts" },
      "deep_judgment_rubric_search_tool has no effect: no trait is looked up.",
    ],
    [
      { deepJudgmentRubricMode: "use_checkpoint", deepJudgmentRubricGlobalExcerpts: false },
      "deep_judgment_rubric_global_excerpts has no effect: it goes with the rubric mode enable_all.",
    ],
    [
      { deepJudgmentRubricMode: "enable_all", deepJudgmentRubricConfig: { global: {} } },
      "deep_judgment_rubric_config has no effect: it goes with the rubric mode custom.",
    ],
    [
      custom({ global: { tone: { enabled: false } } }),
      "deep_judgment_rubric_mode has no effect: deep_judgment_rubric_config enables no trait of the run.",
    ],
    [
      { deepJudgmentRubricMode: "use_checkpoint", rubricTraitNames: ["tone"] },
      "deep_judgment_rubric_mode has no effect: no trait of the run asks for it.",
    ],
    [
      { deepJudgmentRubricMode: "enable_all", rubricTraitNames: ["cites"] },
      "deep_judgment_rubric_mode has no effect: no trait of the run is judged by a model.",
    ],
  ])("%j", (more, warning) => {
    expect(withoutEffectOf(more)).toEqual([warning]);
  });

  test("rubrics that are not judged", () => {
    expect(warningsOf({ evaluationMode: "template_only", deepJudgmentRubricMode: "enable_all" })).toContain(
      "deep_judgment_rubric_mode has no effect: evaluation mode template_only judges no traits.",
    );
  });

  test.each<VerificationConfig>([
    { deepJudgmentMode: "full", deepJudgmentMaxExcerptsPerAttribute: 5, deepJudgmentSearchEnabled: true },
    { deepJudgmentMode: "reasoning_only", deepJudgmentStrategy: "sequential" },
    { deepJudgmentRubricMode: "enable_all", deepJudgmentRubricSearchEnabled: true },
    { deepJudgmentRubricMode: "enable_all", deepJudgmentRubricExcerptSources: "messages" },
    { deepJudgmentMode: "full", deepJudgmentExcerptSources: "messages", useFullTraceForTemplate: true },
    { deepJudgmentRubricMode: "use_checkpoint", deepJudgmentRubricMaxExcerptsDefault: 2 },
    custom({ global: { tone: { searchEnabled: true } }, questionSpecific: { q2: { depth: {} } } }),
  ])("nothing is said of %j", (more) => {
    expect(withoutEffectOf(more)).toEqual([]);
  });
});

test("a trait that asks for deep judgment is judged without it only in the mode disabled, and where it is judged", () => {
  expect(warningsOf({})).toEqual([inVain]);
  expect(warningsOf({ deepJudgmentRubricMode: "use_checkpoint" })).toEqual([]);
  expect(warningsOf({ rubricTraitNames: ["tone"] })).toEqual([]);
  expect(warningsOf({ evaluationMode: "template_only" })).not.toContain(inVain);
});

describe("names of the mode custom", () => {
  test.each([
    [{ global: { tome: {} } }, 'no trait "tome"; did you mean "tone"?'],
    [{ questionSpecific: { q1: { dpeth: {} } } }, 'no trait "dpeth"; did you mean "depth"?'],
  ])("a trait that no question has is refused: %j", (config, message) => {
    expect(() => warningsOf(custom(config))).toThrow(message);
    expect(() => warningsOf({ ...custom(config), evaluationMode: "template_only" })).not.toThrow();
  });

  test("questions that do not exist, and traits that no model judges there, are named", () => {
    const config = {
      global: { tone: {}, cites: {} },
      questionSpecific: { q11: { tone: {} }, q1: { depth: {}, tone: {} }, q2: { depth: {} } },
    };
    expect(warningsOf(custom(config))).toEqual([
      "deep_judgment_rubric_config names questions that the benchmark does not have: q11 (did you mean q1?).",
      'deep_judgment_rubric_config has no effect where no model judges the trait: "cites", "depth" of q1.',
    ]);
  });
});
