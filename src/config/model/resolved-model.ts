import path from "node:path";
import { ownEntry } from "../../base/index.ts";
import type { ModelPrices, ResolvedModel } from "../../models/definition/index.ts";
import { isGivenModel } from "../../models/given-model/index.ts";
import { findInnerInterface } from "../../models/index.ts";
import { RetryPolicy } from "../../run/index.ts";
import { inferredInterface } from "../settings/inferred-interface.ts";
import type { ModelConfig } from "../settings/model-config.ts";
import { modelDefaults } from "../settings/model-defaults.ts";
import { resolveRuntime } from "./runtime.ts";

/** The two things a model can do in a run. */
export type ModelRole = "answering" | "parsing";

/** What a model takes from its run where it says nothing itself. */
interface RunDefaults {
  readonly requestTimeout: number | null;
  readonly retryPolicy: RetryPolicy;
  /** By the names of models. */
  readonly modelPrices: Readonly<Record<string, ModelPrices>> | null;
}

/** The model's id where it can be told: its own, else its name. */
export function inferredId(model: ModelConfig): string | undefined {
  return model.id ?? inferredModelName(model);
}

/** The model's name; prepared answers need none, a model file has one, and so has a model of the AI SDK. */
export function inferredModelName(model: ModelConfig): string | undefined {
  if (present(model.modelName)) return model.modelName;
  if (present(model.modelPath)) return path.basename(model.modelPath).replace(/\.gguf$/i, "");
  if (isGivenModel(model)) return model.model?.modelId ?? model.id ?? undefined;
  const way = inferredInterface(model);
  return way.answeringOnly === true ? way.name : undefined;
}

/** Null for a list or an object without members: presets of the Python system write them for what was not set. */
export function unlessEmpty<T extends object>(value: T | null | undefined): T | null {
  return value === null || value === undefined || Object.keys(value).length === 0 ? null : value;
}

/** True for a value that is neither null, undefined nor empty. */
export function present<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined && value !== "";
}

/** A masked secret, as Python presets hold it, counts as absent. */
export function unmasked(secret: string | null | undefined): string | null {
  return present(secret) && !/^\*+$/.test(secret) ? secret : null;
}

/** The model with every default filled in. The configuration has been checked before. */
export function resolveModel(model: ModelConfig, role: ModelRole, run: RunDefaults): ResolvedModel {
  const reachedBy = inferredInterface(model);
  return {
    id: inferredId(model) ?? "",
    interface: reachedBy.name,
    reachedBy,
    innerInterface: findInnerInterface(reachedBy, model),
    modelName: inferredModelName(model) ?? "",
    modelProvider: model.modelProvider || null,
    temperature: model.temperature === undefined ? modelDefaults.temperature : model.temperature,
    maxTokens: model.maxTokens ?? modelDefaults.maxTokens,
    systemPrompt: present(model.systemPrompt)
      ? model.systemPrompt
      : role === "answering"
        ? modelDefaults.answeringSystemPrompt
        : null,
    maxRetries: model.maxRetries ?? modelDefaults.maxRetries,
    endpointBaseUrl: model.endpointBaseUrl ?? null,
    endpointApiKey: unmasked(model.endpointApiKey),
    anthropicBaseUrl: model.anthropicBaseUrl ?? null,
    anthropicApiKey: unmasked(model.anthropicApiKey),
    apiKeyEnv: model.apiKeyEnv ?? null,
    extraKwargs: model.extraKwargs ?? null,
    mcpUrlsDict: unlessEmpty(model.mcpUrlsDict),
    mcpToolFilter: unlessEmpty(model.mcpToolFilter),
    mcpToolDescriptionOverrides: unlessEmpty(model.mcpToolDescriptionOverrides),
    mcpHttpTimeout: model.mcpHttpTimeout ?? null,
    mcpSseReadTimeout: model.mcpSseReadTimeout ?? null,
    agentRuntime: resolveRuntime(model.agentRuntime ?? {}),
    agentMiddleware: unlessEmpty(model.agentMiddleware),
    maxTurns: model.agentMiddleware?.limits?.modelCallLimit ?? modelDefaults.maxTurns,
    toolCallLimit: model.agentMiddleware?.limits?.toolCallLimit ?? null,
    maxContextTokens: model.maxContextTokens ?? null,
    agentTimeout: model.agentTimeout ?? modelDefaults.agentTimeout,
    requestsPerMinute: model.requestsPerMinute ?? null,
    tokensPerMinute: model.tokensPerMinute ?? null,
    stream: model.stream ?? modelDefaults.stream,
    requestTimeout: model.requestTimeout ?? run.requestTimeout,
    retryPolicy: present(model.retryPolicy) ? RetryPolicy.parse(model.retryPolicy) : run.retryPolicy,
    manualTracesPath: model.manualTracesPath ?? null,
    modelPath: model.modelPath ?? null,
    replayFile: model.replayFile ?? null,
    command: model.command ?? null,
    commandProcesses: model.commandProcesses ?? null,
    http: model.http ?? null,
    httpMethod: model.httpMethod ?? "POST",
    httpBody: model.httpBody ?? null,
    httpAnswer: model.httpAnswer ?? null,
    httpContexts: model.httpContexts ?? null,
    httpUsage: model.httpUsage ?? null,
    httpTrace: model.httpTrace ?? null,
    prices: model.prices ?? ownEntry(run.modelPrices ?? {}, inferredModelName(model) ?? "") ?? null,
  };
}
