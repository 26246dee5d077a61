import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { VerificationConfig } from "../../config/index.ts";
import { resolveConfig } from "../../config/verification/resolve-config.ts";
import type { SearchPort } from "../../ports/index.ts";
import { llmTrait, type RubricTrait, regexTrait } from "../../rubric/index.ts";
import { answerTemplate, exactMatch, verified } from "../../template/index.ts";
import { Benchmark } from "../benchmark.ts";
import { pipelineOptions } from "../pipeline-options.ts";
import { planRun } from "./plan-run.ts";

const noAgents = { parsing: [], traitJudges: new Map(), workspaces: null };

const endpoint = { modelName: "m", endpointBaseUrl: "http://h/v1" };
const configOf = (more: VerificationConfig) =>
  resolveConfig({ answeringModels: [endpoint], parsingModels: [endpoint], ...more });
const both: VerificationConfig = { evaluationMode: "template_and_rubric" };

const port = (): SearchPort => ({
  search: async () => [],
  [Symbol.asyncDispose]: async () => undefined,
});
const nothing = { ...noAgents, embedder: undefined, searches: { template: null, rubric: null } };

describe("what the stages read", () => {
  test("without deep judgment there is nothing of it", () => {
    const options = pipelineOptions(configOf(both), nothing);
    expect(options).not.toHaveProperty("deepJudgment");
    expect(options).not.toHaveProperty("deepJudgmentRubric");
  });

  test("the defaults: 3 passages in one call per step for templates, 7 for each trait by itself", () => {
    const config = configOf({ ...both, deepJudgmentMode: "full", deepJudgmentRubricMode: "enable_all" });
    expect(pipelineOptions(config, nothing)).toMatchObject({
      deepJudgment: {
        mode: "full",
        strategy: "batch",
        settings: { maxExcerpts: 3, threshold: 0.8, retryAttempts: 2, sources: "all" },
        search: null,
      },
      deepJudgmentRubric: {
        mode: "enable_all",
        strategy: "sequential",
        defaults: { maxExcerpts: 7, threshold: 0.8, retryAttempts: 2, sources: "all" },
        globalExcerpts: true,
        searchEnabled: false,
        custom: null,
        search: null,
      },
    });
  });

  test("every setting arrives, each side with its own search", () => {
    const searches = { template: port(), rubric: port() };
    const config = configOf({
      ...both,
      deepJudgmentMode: "full",
      deepJudgmentStrategy: "sequential",
      deepJudgmentMaxExcerptsPerAttribute: 1,
      deepJudgmentFuzzyMatchThreshold: 0.5,
      deepJudgmentExcerptRetryAttempts: 0,
      deepJudgmentExcerptSources: "messages",
      deepJudgmentSearchEnabled: true,
      deepJudgmentRubricMode: "use_checkpoint",
      deepJudgmentRubricStrategy: "batch",
      deepJudgmentRubricMaxExcerptsDefault: 2,
      deepJudgmentRubricFuzzyMatchThresholdDefault: 0.6,
      deepJudgmentRubricExcerptRetryAttemptsDefault: 1,
      deepJudgmentRubricExcerptSources: "messages",
      deepJudgmentRubricGlobalExcerpts: false,
      deepJudgmentRubricSearchEnabled: true,
    });
    const options = pipelineOptions(config, { ...noAgents, embedder: undefined, searches });
    expect(options.deepJudgment).toEqual({
      mode: "full",
      strategy: "sequential",
      settings: { maxExcerpts: 1, threshold: 0.5, retryAttempts: 0, sources: "messages" },
      search: searches.template,
    });
    expect(options.deepJudgmentRubric).toEqual({
      mode: "use_checkpoint",
      strategy: "batch",
      defaults: { maxExcerpts: 2, threshold: 0.6, retryAttempts: 1, sources: "messages" },
      globalExcerpts: false,
      searchEnabled: true,
      custom: null,
      search: searches.rubric,
    });
    expect(options.deepJudgment?.search).toBe(searches.template);
  });

  test.each(["global", "globalTraits"] as const)("custom settings of traits, as %s", (name) => {
    const questionSpecific = { q1: { tone: { fuzzyMatchThreshold: 0.9 } } };
    const config = configOf({
      ...both,
      deepJudgmentRubricMode: "custom",
      deepJudgmentRubricConfig: { [name]: { tone: { maxExcerpts: 5 } }, questionSpecific },
    });
    expect(pipelineOptions(config, nothing).deepJudgmentRubric?.custom).toEqual({
      global: { tone: { maxExcerpts: 5 } },
      questionSpecific,
    });
  });

  test("each mode of evaluation has its own part only", () => {
    const more: VerificationConfig = { deepJudgmentMode: "full", deepJudgmentRubricMode: "enable_all" };
    const parts = (["template_only", "rubric_only"] as const).map((evaluationMode) =>
      Object.keys(pipelineOptions(configOf({ ...more, evaluationMode }), nothing)).filter((name) =>
        name.startsWith("deep"),
      ),
    );
    expect(parts).toEqual([["deepJudgment"], ["deepJudgmentRubric"]]);
  });
});

const template = answerTemplate({
  target: verified(z.string(), { description: "The target", groundTruth: "BCL2", verifyWith: exactMatch() }),
});
const polite = { name: "tone", description: "Is it polite?", kind: "boolean" } as const;
const tone = llmTrait(polite);
const cites = regexTrait({ name: "cites", pattern: "x" });

function searchesOf(more: VerificationConfig, traits: readonly RubricTrait[] = [tone, cites]) {
  const benchmark = Benchmark.create({ name: "Sample" });
  benchmark.addQuestion({ id: "q1", question: "Which?", rawAnswer: "BCL2", template });
  benchmark.addQuestion({ id: "q2", question: "Why?", rawAnswer: "It binds." });
  benchmark.setGlobalRubric([...traits]);
  return planRun(configOf({ ...both, ...more }), benchmark, benchmark.content.questions).searches;
}

describe("a search is opened where something can use it", () => {
  const asking = llmTrait({ ...polite, deepJudgmentEnabled: true, deepJudgmentSearchEnabled: true });
  const quiet = llmTrait({ ...polite, deepJudgmentEnabled: true });
  const search: VerificationConfig = { deepJudgmentRubricSearchEnabled: true };
  const custom = (config: VerificationConfig["deepJudgmentRubricConfig"]): VerificationConfig => ({
    deepJudgmentRubricMode: "custom",
    deepJudgmentRubricConfig: config,
  });

  test.each<[string, VerificationConfig, readonly RubricTrait[], boolean]>([
    ["disabled", { ...search, deepJudgmentRubricMode: "disabled" }, [asking], false],
    ["the run asks", { ...search, deepJudgmentRubricMode: "enable_all" }, [tone], true],
    ["nobody asks", { deepJudgmentRubricMode: "enable_all" }, [asking], false],
    [
      "no passages",
      { ...search, deepJudgmentRubricMode: "enable_all", deepJudgmentRubricGlobalExcerpts: false },
      [tone],
      false,
    ],
    ["no trait for a model", { ...search, deepJudgmentRubricMode: "enable_all" }, [cites], false],
    ["a trait asks", { deepJudgmentRubricMode: "use_checkpoint" }, [asking], true],
    ["a trait does not", { deepJudgmentRubricMode: "use_checkpoint" }, [quiet], false],
    ["the run asks for a trait", { ...search, deepJudgmentRubricMode: "use_checkpoint" }, [quiet], true],
    ["no trait is enabled", { ...search, deepJudgmentRubricMode: "use_checkpoint" }, [tone], false],
    ["an entry asks", custom({ global: { tone: { searchEnabled: true } } }), [tone], true],
    [
      "an entry of a question",
      custom({ questionSpecific: { q2: { tone: { searchEnabled: true } } } }),
      [tone],
      true,
    ],
    ["an entry is off", custom({ global: { tone: { searchEnabled: true, enabled: false } } }), [tone], false],
    [
      "an entry has no passages",
      custom({ global: { tone: { searchEnabled: true, excerptEnabled: false } } }),
      [tone],
      false,
    ],
    ["the run asks for entries", { ...search, ...custom({ global: { tone: {} } }) }, [tone], true],
    [
      "rubrics are not judged",
      { ...search, deepJudgmentRubricMode: "enable_all", evaluationMode: "template_only" },
      [tone],
      false,
    ],
  ])("traits: %s", (_, more, traits, expected) => {
    expect(searchesOf(more, traits)).toEqual({ template: false, rubric: expected });
  });

  test.each<[VerificationConfig, boolean]>([
    [{ deepJudgmentMode: "full" }, true],
    [{ deepJudgmentMode: "disabled" }, false],
    [{ deepJudgmentMode: "full", deepJudgmentSearchEnabled: false }, false],
    [{ deepJudgmentMode: "full", evaluationMode: "rubric_only" }, false],
  ])("templates: %j", (more, expected) => {
    expect(searchesOf({ deepJudgmentSearchEnabled: true, ...more }).template).toBe(expected);
  });
});
