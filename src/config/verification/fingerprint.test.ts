import { expect, test } from "vitest";
import type { VerificationConfig } from "../settings/settings.generated.ts";
import { configFingerprint } from "./fingerprint.ts";
import { resolveConfig } from "./resolve-config.ts";

const model = { modelName: "m", endpointBaseUrl: "http://h/v1" };
const base: VerificationConfig = { answeringModels: [model], parsingModels: [model] };
const fingerprint = (config: VerificationConfig) => configFingerprint(resolveConfig({ ...base, ...config }));

test.each<VerificationConfig>([
  { asyncMaxWorkers: 2 },
  { asyncEnabled: false },
  { requestTimeout: 1 },
  { preflight: false, outagePatienceSeconds: 0 },
  { retryPolicy: { timeout: { maxAttempts: 0 } } },
  { taskOrdering: "random" },
  { answeringModels: [{ ...model, endpointApiKey: "k" }] },
  { answeringModels: [{ ...model, apiKeyEnv: "K", prices: { input: 1, output: 2 } }] },
  { workspaceCleanup: false },
  { workspaceOutputMode: "full", workspaceOutputDir: "/kept", workspaceOutputExcludePatterns: ["*.log"] },
  { answeringModels: [{ ...model, agentTimeout: 9, mcpUrlsDict: {} }] },
  { temperature: undefined } as VerificationConfig, // an absent setting is no setting
])("the same results: %j", (config) => {
  expect(fingerprint(config)).toBe(fingerprint({}));
});

test.each<VerificationConfig>([
  { replicateCount: 2 },
  { abstentionEnabled: true },
  { promptConfig: { parsing: "be strict" } },
  { answeringModels: [{ ...model, temperature: 0 }] },
  { parsingModels: [{ ...model, modelName: "other" }] },
  { answeringModels: [{ ...model, mcpUrlsDict: { files: "server" } }] },
  { answeringModels: [{ ...model, agentMiddleware: { limits: { modelCallLimit: 5 } } }] },
  { answeringModels: [{ ...model, interface: "workspace_agent" }] },
  { answeringModels: [{ ...model, interface: "workspace_agent", agentRuntime: { network: true } }] },
  { agenticJudgeContext: "trace_only" },
  { agenticRubricStrategy: "shared" },
  { workspaceCopy: false },
  { deepJudgmentMode: "full" },
  { deepJudgmentMaxExcerptsPerAttribute: 4 },
  { deepJudgmentFuzzyMatchThreshold: 0.9 },
  { deepJudgmentExcerptRetryAttempts: 0 },
  { deepJudgmentExcerptSources: "messages" },
  { deepJudgmentSearchEnabled: true },
  { deepJudgmentSearchTool: (query: string) => query },
  { deepJudgmentSearchTool: "./search.ts" },
  { deepJudgmentStrategy: "sequential" },
  { deepJudgmentRubricMode: "enable_all" },
  { deepJudgmentRubricGlobalExcerpts: false },
  { deepJudgmentRubricMaxExcerptsDefault: 4 },
  { deepJudgmentRubricFuzzyMatchThresholdDefault: 0.9 },
  { deepJudgmentRubricExcerptRetryAttemptsDefault: 0 },
  { deepJudgmentRubricExcerptSources: "messages" },
  { deepJudgmentRubricSearchEnabled: true },
  { deepJudgmentRubricSearchTool: { search: (query: string) => query } },
  { deepJudgmentRubricStrategy: "batch" },
  { deepJudgmentRubricConfig: { global: { tone: {} } } },
])("other results: %j", (config) => {
  expect(fingerprint(config)).not.toBe(fingerprint({}));
});

test("which function searches is not known: one counts like another", () => {
  const first = { deepJudgmentSearchTool: (query: string) => query };
  const second = { deepJudgmentSearchTool: { invoke: () => [] } };
  expect(fingerprint(first)).toBe(fingerprint(second));
});

test("the fingerprint of a run knows its prompts, and is without them what it was", () => {
  const of = (prompts: VerificationConfig["prompts"]) => fingerprint({ prompts });
  const [short, other] = [
    { id: "short", systemPrompt: "One word." },
    { id: "other", userPrompt: "Well: {{question}}" },
  ];
  expect(of(null)).toBe(fingerprint({}));
  const different = [
    of(null),
    of([short]),
    of([{ ...short, id: "brief" }]),
    of([short, other]),
    of([{ ...other, id: "short" }]),
  ];
  expect(new Set(different).size).toBe(different.length);
});
