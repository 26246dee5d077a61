import { expect, test } from "vitest";
import { configFingerprint } from "./fingerprint.ts";
import { resolveConfig } from "./resolve-config.ts";
import type { VerificationConfig } from "./verification-config.ts";

const model = { modelName: "m", endpointBaseUrl: "http://h/v1" };
const base: VerificationConfig = { answeringModels: [model], parsingModels: [model] };
const fingerprint = (config: VerificationConfig) => configFingerprint(resolveConfig({ ...base, ...config }));

test.each<VerificationConfig>([
  { asyncMaxWorkers: 2 },
  { asyncEnabled: false },
  { requestTimeout: 1 },
  { retryPolicy: { timeout: { maxAttempts: 0 } } },
  { taskOrdering: "random" },
  { answeringModels: [{ ...model, endpointApiKey: "k" }] },
  { answeringModels: [{ ...model, apiKeyEnv: "K", prices: { input: 1, output: 2 } }] },
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
])("other results: %j", (config) => {
  expect(fingerprint(config)).not.toBe(fingerprint({}));
});
