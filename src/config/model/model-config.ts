import * as z from "zod";
import { AnyJsonObject, recordOf, VariableName } from "../../base/index.ts";
import { AgentMiddlewareConfig, AgentRuntimeConfig, ModelPrices } from "../../models/definition/index.ts";
import { interfaceNames } from "../../models/index.ts";
import { RetryPolicy } from "../../run/index.ts";

const seconds = z.number().positive();

/**
 * One model and how to reach it, as a user writes it. Everything but the model's name has a default;
 * see {@link ResolvedModel}.
 *
 * @example
 * { id: "haiku", modelProvider: "anthropic", modelName: "claude-haiku-4-5" }
 * { modelName: "qwen3", endpointBaseUrl: "http://localhost:8000/v1" }
 */
export const ModelConfig = z.strictObject({
  /** Unique among the models of its role. Default: the model's name. */
  id: z.string().min(1).nullish(),
  /** `openai`, `anthropic`, `google`; only for interfaces that serve several vendors. Empty text is none. */
  modelProvider: z.string().nullish(),
  modelName: z.string().min(1).nullish(),
  temperature: z.number().min(0).nullish(),
  maxTokens: z.int().positive().optional(),
  /** Default: `openai_endpoint` with a base URL, `manual` with traces, `replay` with a recording, `llama_cpp` with a model file, else `ai_sdk`. */
  interface: z.enum(interfaceNames).optional(),
  systemPrompt: z.string().nullish(),
  /** How often a judge is asked again after a reply that cannot be read. */
  maxRetries: z.int().min(0).optional(),
  /** MCP servers whose tools an answering model is given: an address, or the command that starts one. */
  mcpUrlsDict: recordOf(z.string()).nullish(),
  mcpToolFilter: z.array(z.string()).nullish(),
  mcpToolDescriptionOverrides: recordOf(z.string()).nullish(),
  mcpHttpTimeout: seconds.nullish(),
  mcpSseReadTimeout: seconds.nullish(),
  endpointBaseUrl: z.url({ protocol: /^https?$/ }).nullish(),
  /** Kept in memory only, never written to a file. Prefer `apiKeyEnv`. */
  endpointApiKey: z.string().nullish(),
  anthropicBaseUrl: z.url({ protocol: /^https?$/ }).nullish(),
  /** Kept in memory only, never written to a file. Prefer `apiKeyEnv`. */
  anthropicApiKey: z.string().nullish(),
  /** Name of the environment variable that holds the key. */
  apiKeyEnv: VariableName.nullish(),
  agentRuntime: AgentRuntimeConfig.nullish(),
  /** Further members of each request's body. */
  extraKwargs: AnyJsonObject.nullish(),
  agentMiddleware: AgentMiddlewareConfig.nullish(),
  /** Interface `llama_cpp`: tokens that prompt and reply may have together. */
  maxContextTokens: z.int().positive().nullish(),
  /** Seconds for one whole agent run. */
  agentTimeout: seconds.nullish(),
  /** Seconds for one attempt; default: the run's `requestTimeout`. */
  requestTimeout: seconds.nullish(),
  /** Default: the run's `retryPolicy`. */
  retryPolicy: RetryPolicy.nullish(),
  /** Interface `manual`: file of prepared answers. */
  manualTracesPath: z.string().min(1).nullish(),
  /** Interface `llama_cpp`: the model's GGUF file. */
  modelPath: z.string().min(1).nullish(),
  /** Interfaces `replay` and `workspace_agent`: file of recorded exchanges. */
  replayFile: z.string().min(1).nullish(),
  prices: ModelPrices.nullish(),
});
export type ModelConfig = z.input<typeof ModelConfig>;
