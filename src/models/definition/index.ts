export { AgentMiddlewareConfig, AgentRuntimeConfig, CommandLimitsConfig } from "./agent-config.ts";
export { apiKey, modelKey } from "./api-key.ts";
export type { AttemptOptions, ReplyOptions, VendorOptions } from "./connection-options.ts";
export { connectionOptions } from "./connection-options.ts";
export type {
  Connect,
  ConnectContext,
  ModelInterface,
  ResolvedModel,
  SettingUse,
} from "./model-interface.ts";
export { ModelPrices } from "./model-prices.ts";
export type { RawConnection } from "./raw-connection.ts";
export type { ReachSetting } from "./reach-settings.ts";
export { fileSettings, isReachSetting, reachSettings } from "./reach-settings.ts";
export { isInstalled, requirePackages } from "./require-package.ts";
export type { ResolvedRuntime } from "./resolved-runtime.ts";
export type { SdkLanguageModel } from "./sdk-language-model.ts";
