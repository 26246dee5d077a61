import { describe, expect, test } from "vitest";
import * as z from "zod";
import { llmTrait } from "../../rubric/index.ts";
import type { RubricDeepJudgmentOptions } from "./rubric-deep-judgment.ts";
import { traitDeepJudgment } from "./trait-settings.ts";

const options: RubricDeepJudgmentOptions = {
  mode: "enable_all",
  strategy: "sequential",
  defaults: { maxExcerpts: 7, threshold: 0.8, retryAttempts: 2 },
  globalExcerpts: true,
  searchEnabled: false,
  custom: null,
  search: null,
};
const byDefault = {
  excerptEnabled: true,
  maxExcerpts: 7,
  threshold: 0.8,
  retryAttempts: 2,
  searchEnabled: false,
};
const boolean = llmTrait({ name: "clear", kind: "boolean" });
const score = llmTrait({ name: "depth", kind: "score", minScore: 0 });
const literal = llmTrait({
  name: "tone",
  kind: "literal",
  classes: { formal: "No slang", casual: "Spoken" },
});
const template = llmTrait({ name: "safety", kind: z.object({ warns: z.boolean() }) });
const willing = { ...boolean, deepJudgmentEnabled: true };

const resolve = (trait: typeof boolean, given: Partial<RubricDeepJudgmentOptions>, questionId = "q1") =>
  traitDeepJudgment(trait, questionId, { ...options, ...given });

describe("enable_all", () => {
  test.each([boolean, score, literal, template])("takes every kind by the run's settings: %#", (trait) => {
    expect(resolve(trait, {})).toEqual(byDefault);
  });

  test.each([
    [{ globalExcerpts: false }, { excerptEnabled: false }],
    [{ searchEnabled: true }, { searchEnabled: true }],
    [
      { defaults: { maxExcerpts: 1, threshold: 0, retryAttempts: 0 } },
      { maxExcerpts: 1, threshold: 0, retryAttempts: 0 },
    ],
  ])("%j gives %j", (given, settings) => {
    expect(resolve(boolean, given)).toEqual({ ...byDefault, ...settings });
  });

  test("does not ask what a trait says itself", () => {
    const own = { ...boolean, deepJudgmentMaxExcerpts: 1, deepJudgmentExcerptEnabled: false };
    expect(resolve({ ...own, deepJudgmentSearchEnabled: true }, {})).toEqual(byDefault);
  });
});

describe("use_checkpoint", () => {
  const mode = "use_checkpoint";

  test("leaves out a trait that does not ask for it, whatever else it says", () => {
    expect(resolve({ ...boolean, deepJudgmentSearchEnabled: true }, { mode })).toBeNull();
  });

  test("what a trait leaves open is the run's", () => {
    expect(resolve(willing, { mode })).toEqual(byDefault);
  });

  test("a trait's own values count, zero included", () => {
    const own = {
      ...willing,
      deepJudgmentExcerptEnabled: false,
      deepJudgmentMaxExcerpts: 2,
      deepJudgmentFuzzyMatchThreshold: 0,
      deepJudgmentExcerptRetryAttempts: 0,
      deepJudgmentSearchEnabled: true,
    };
    expect(resolve(own, { mode })).toEqual({
      excerptEnabled: false,
      maxExcerpts: 2,
      threshold: 0,
      retryAttempts: 0,
      searchEnabled: true,
    });
  });

  test("globalExcerpts says nothing here, a search of the whole run does", () => {
    expect(resolve(willing, { mode, globalExcerpts: false, searchEnabled: true })).toEqual({
      ...byDefault,
      searchEnabled: true,
    });
  });
});

describe("custom", () => {
  const custom = {
    global: {
      clear: { maxExcerpts: 5, searchEnabled: true },
      depth: { excerptEnabled: false },
      tone: { enabled: false },
    },
    questionSpecific: { q1: { clear: { fuzzyMatchThreshold: 0.9 }, depth: { enabled: false } } },
  };
  const mode = "custom";

  test.each([
    ["the entry for the question, as a whole", boolean, "q1", { ...byDefault, threshold: 0.9 }],
    ["else the global one", boolean, "q2", { ...byDefault, maxExcerpts: 5, searchEnabled: true }],
    ["without excerpts", score, "q2", { ...byDefault, excerptEnabled: false }],
    ["off for the question", score, "q1", null],
    ["off everywhere", literal, "q1", null],
    ["not named", template, "q1", null],
  ] as const)("%s", (_name, trait, questionId, expected) => {
    expect(resolve(trait, { mode, custom }, questionId)).toEqual(expected);
  });

  test("null and absent are the run's, an explicit false is not", () => {
    const given = {
      mode,
      searchEnabled: true,
      custom: {
        global: {
          clear: { maxExcerpts: null, fuzzyMatchThreshold: null, excerptRetryAttempts: 0 },
          depth: { searchEnabled: false },
        },
        questionSpecific: {},
      },
    } as const;
    expect(resolve(boolean, given)).toEqual({ ...byDefault, retryAttempts: 0, searchEnabled: true });
    expect(resolve(score, given)).toEqual(byDefault);
  });

  test.each([null, { global: {}, questionSpecific: {} }])(
    "%j names no trait, `constructor` neither",
    (none) => {
      const trait = llmTrait({ name: "constructor", kind: "boolean" });
      expect(resolve(trait, { mode, custom: none }, "toString")).toBeNull();
    },
  );

  test("does not ask what a trait says itself", () => {
    const given = { mode, custom: { global: {}, questionSpecific: {} } } as const;
    expect(resolve(willing, given)).toBeNull();
  });
});
