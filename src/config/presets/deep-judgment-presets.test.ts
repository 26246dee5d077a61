import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { VerificationConfig } from "../settings/settings.generated.ts";
import { resolveConfig } from "../verification/resolve-config.ts";
import { loadPreset } from "./load-preset.ts";
import { savePreset } from "./save-preset.ts";
import { withoutSecrets } from "./without-secrets.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "presets-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const endpoint = { modelName: "m", endpointBaseUrl: "http://h/v1" };
const models: VerificationConfig = { answeringModels: [endpoint], parsingModels: [endpoint] };
const save = (config: VerificationConfig) =>
  savePreset({ workingDirectory: folder, environment: {}, name: "Deep", config });

test("every setting of deep judgment survives, and can be run", async () => {
  const config: VerificationConfig = {
    ...models,
    evaluationMode: "template_and_rubric",
    deepJudgmentMode: "full",
    deepJudgmentMaxExcerptsPerAttribute: 4,
    deepJudgmentFuzzyMatchThreshold: 0.85,
    deepJudgmentExcerptRetryAttempts: 1,
    deepJudgmentExcerptSources: "messages",
    deepJudgmentSearchEnabled: true,
    deepJudgmentSearchTool: "tavily",
    deepJudgmentStrategy: "sequential",
    deepJudgmentRubricMode: "custom",
    deepJudgmentRubricMaxExcerptsDefault: 5,
    deepJudgmentRubricFuzzyMatchThresholdDefault: 0.9,
    deepJudgmentRubricExcerptRetryAttemptsDefault: 3,
    deepJudgmentRubricExcerptSources: "messages",
    deepJudgmentRubricSearchEnabled: true,
    deepJudgmentRubricSearchTool: "mcp:https://host/mcp?key=$KEY#search",
    deepJudgmentRubricGlobalExcerpts: false,
    deepJudgmentRubricConfig: {
      global: { safetyCheck: { enabled: true, maxExcerpts: 5 } },
      questionSpecific: { "urn:uuid:Q-1": { safetyCheck: { excerptEnabled: false } } },
    },
    deepJudgmentRubricStrategy: "batch",
  };
  const file = await save(config);
  const stored = JSON.parse(await readFile(file, "utf8")).config;
  expect(stored).toMatchObject({
    deep_judgment_rubric_max_excerpts_default: 5,
    deep_judgment_rubric_config: {
      global: { safetyCheck: { enabled: true, max_excerpts: 5 } },
      question_specific: { "urn:uuid:Q-1": { safetyCheck: { excerpt_enabled: false } } },
    },
  });
  const loaded = (await loadPreset(file)).config;
  expect(loaded).toEqual(config);
  expect(resolveConfig(loaded)).toMatchObject(resolveConfig(config));
});

test.each([[(query: string) => query], [{ invoke: async () => [] }]])(
  "a search of the program's own is refused: %o",
  async (deepJudgmentRubricSearchTool) => {
    await expect(save({ ...models, deepJudgmentRubricSearchTool })).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringContaining(
        "deep_judgment_rubric_search_tool: a function cannot be written to a file",
      ),
    });
  },
);

test("a module that searches is found from the preset's folder", async () => {
  const file = await save({ deepJudgmentSearchTool: "tools/search.ts" });
  expect(await readFile(file, "utf8")).toContain('"deep_judgment_search_tool": "../tools/search.ts"');
  expect((await loadPreset(file)).config.deepJudgmentSearchTool).toBe(path.join(folder, "tools/search.ts"));
});

describe("the key of a search", () => {
  const withKeys = [
    "mcp:https://host/mcp?api_key=word#search",
    "mcp:SEARCH_API_KEY=word npx server",
    "mcp:npx server --api-key=word",
    "mcp:npx server --token word#search",
  ];

  test.each(withKeys)("is not saved: %s", async (deepJudgmentSearchTool) => {
    await expect(save({ deepJudgmentSearchTool })).rejects.toThrow(
      "deep_judgment_search_tool holds what looks like a secret",
    );
    expect(JSON.stringify(withoutSecrets({ deepJudgmentSearchTool }))).not.toContain("word");
  });

  test.each([
    "tavily",
    "mcp:https://host/mcp?api_key=$KEY&v=2#search",
    `mcp:SEARCH_API_KEY=\${KEY} npx server --depth 2`,
  ])("can be named: %s", async (deepJudgmentSearchTool) => {
    expect((await loadPreset(await save({ deepJudgmentSearchTool }))).config).toEqual({
      deepJudgmentSearchTool,
    });
  });
});
