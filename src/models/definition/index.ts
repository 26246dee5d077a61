export { AgentMiddlewareConfig, AgentRuntimeConfig, CommandLimitsConfig } from "./agent-config.ts";
export { apiKey, modelKey } from "./api-key.ts";
export { connectionOptions } from "./connection-options.ts";
export type { Connect, ConnectContext, ModelInterface, ReachSetting, Taken } from "./model-interface.ts";
export { ModelPrices } from "./model-prices.ts";
export type { RawConnection } from "./raw-connection.ts";
export { requirePackages } from "./require-package.ts";
export type { ResolvedModel, ResolvedRuntime } from "./resolved-model.ts";
