import path from "node:path";
import type { JsonObject } from "../../base/index.ts";
import { RetryPolicy } from "../../run/index.ts";
import type { AgentMiddlewareConfig } from "./agent-config.ts";
import type { InterfaceName } from "./interfaces.ts";
import type { ModelConfig, ModelPrices } from "./model-config.ts";
import { type ResolvedRuntime, resolveRuntime } from "./runtime.ts";

/** The two things a model can do in a run. */
export type ModelRole = "answering" | "parsing";

/** A model with every default filled in. */
export interface ResolvedModel {
  readonly id: string;
  readonly interface: InterfaceName;
  readonly modelName: string;
  readonly modelProvider: string | null;
  /** Null: the vendor's own default. */
  readonly temperature: number | null;
  readonly maxTokens: number;
  readonly systemPrompt: string | null;
  readonly maxRetries: number;
  readonly endpointBaseUrl: string | null;
  readonly endpointApiKey: string | null;
  readonly anthropicBaseUrl: string | null;
  readonly anthropicApiKey: string | null;
  readonly apiKeyEnv: string | null;
  readonly extraKwargs: JsonObject | null;
  /** Servers by name; null: none. */
  readonly mcpUrlsDict: Readonly<Record<string, string>> | null;
  /** Null: all tools. */
  readonly mcpToolFilter: readonly string[] | null;
  readonly mcpToolDescriptionOverrides: Readonly<Record<string, string>> | null;
  /** Seconds; null: 30. */
  readonly mcpHttpTimeout: number | null;
  /** Seconds; null: 300. */
  readonly mcpSseReadTimeout: number | null;
  readonly agentRuntime: ResolvedRuntime;
  /** As given; of it only the limits count, which stand below. */
  readonly agentMiddleware: AgentMiddlewareConfig | null;
  /** Model calls of one agent run. */
  readonly maxTurns: number;
  /** Tool calls of one agent run; null: no limit. */
  readonly toolCallLimit: number | null;
  readonly maxContextTokens: number | null;
  /** Seconds. */
  readonly agentTimeout: number;
  /** Seconds for one attempt; null: no limit. */
  readonly requestTimeout: number | null;
  readonly retryPolicy: RetryPolicy;
  readonly manualTracesPath: string | null;
  readonly modelPath: string | null;
  readonly replayFile: string | null;
  readonly prices: ModelPrices | null;
}

/** What a model takes from its run where it says nothing itself. */
export interface RunDefaults {
  readonly requestTimeout: number | null;
  readonly retryPolicy: RetryPolicy;
}

/** What a model has where nobody says anything. */
export const modelDefaults = {
  temperature: 0.1,
  maxTokens: 16_384,
  maxRetries: 2,
  agentTimeout: 180,
  maxTurns: 25,
  answeringSystemPrompt: "You are an expert assistant. Answer the question accurately and concisely.",
} as const;

/** How a model is reached when its configuration does not say. */
export function inferredInterface(model: ModelConfig): InterfaceName {
  if (model.interface !== undefined) return model.interface;
  if (present(model.manualTracesPath)) return "manual";
  if (present(model.replayFile)) return "replay";
  if (present(model.modelPath)) return "llama_cpp";
  if (present(model.endpointBaseUrl)) return "openai_endpoint";
  return "ai_sdk";
}

/** What of a model says who answers its plain calls. */
interface Reached {
  readonly modelProvider?: string | null | undefined;
  readonly endpointBaseUrl?: string | null | undefined;
  readonly replayFile?: string | null | undefined;
  readonly modelPath?: string | null | undefined;
}

/** The interface that answers the calls of an interface: a workspace agent's model is reached like any other. */
export function llmInterface(name: InterfaceName, model: Reached): InterfaceName {
  if (name === "langchain_deep_agents") return "langchain";
  if (name !== "workspace_agent") return name;
  if (present(model.replayFile)) return "replay";
  if (present(model.modelPath)) return "llama_cpp";
  if (present(model.endpointBaseUrl)) return "openai_endpoint";
  return model.modelProvider === "openrouter" ? "openrouter" : "ai_sdk";
}

/** The model's id where it can be told: its own, else its name. */
export function inferredId(model: ModelConfig): string | undefined {
  return model.id ?? inferredModelName(model);
}

/** The model's name; prepared answers need none, and a model file has one. */
export function inferredModelName(model: ModelConfig): string | undefined {
  if (present(model.modelName)) return model.modelName;
  if (present(model.modelPath)) return path.basename(model.modelPath).replace(/\.gguf$/i, "");
  return inferredInterface(model) === "manual" ? "manual" : undefined;
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
  return {
    id: inferredId(model) ?? "",
    interface: inferredInterface(model),
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
    requestTimeout: model.requestTimeout ?? run.requestTimeout,
    retryPolicy: present(model.retryPolicy) ? RetryPolicy.parse(model.retryPolicy) : run.retryPolicy,
    manualTracesPath: model.manualTracesPath ?? null,
    modelPath: model.modelPath ?? null,
    replayFile: model.replayFile ?? null,
    prices: model.prices ?? null,
  };
}
