import type { JsonObject } from "../../base/index.ts";
import type { CommandBackend, CommandLimits } from "../../commands/index.ts";
import type { RetryPolicy } from "../../run/index.ts";
import type { AgentMiddlewareConfig } from "./agent-config.ts";
import type { ModelPrices } from "./model-prices.ts";

/** A model with every default filled in. */
export interface ResolvedModel {
  readonly id: string;
  /** Name of the interface that it is reached by. */
  readonly interface: string;
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

/** Where an agent's commands run, with every default filled in. */
export interface ResolvedRuntime {
  /** `auto`: the first that works here; `none`: the agent has no commands, only files. */
  readonly backend: "auto" | "none" | CommandBackend;
  readonly accessMode: "read_write" | "read_only";
  readonly network: boolean;
  /** Container image. */
  readonly image: string | null;
  readonly limits: Partial<CommandLimits>;
  readonly readMaxBytes: number | null;
  /** Whether an agent that has a sandbox of its own uses it. */
  readonly sandboxEnabled: boolean;
}
