export type {
  ClaudeAgentSdkOptions,
  DeepAgentsOptions,
  ToolLoopOptions,
} from "./agents/index.ts";
export { createClaudeAgentSdkAgent, createDeepAgentsAgent, toolLoopAgent } from "./agents/index.ts";
export type { WorkspaceAgentLimits, WorkspaceAgentOptions } from "./agents/workspace-agent/index.ts";
export { createWorkspaceAgent } from "./agents/workspace-agent/index.ts";
export type { CommandBackend, CommandLimits, CommandRunnerOptions } from "./commands/index.ts";
export { chooseCommandRunner, commandBackends, defaultCommandLimits } from "./commands/index.ts";
export type { AiSdkEmbedderOptions, OpenAiEndpointEmbedderOptions } from "./embedders/index.ts";
export { createAiSdkEmbedder, createOpenAiEndpointEmbedder } from "./embedders/index.ts";
export type {
  HttpServer,
  McpServer,
  McpToolSourceOptions,
  ParsedMcpServer,
  StdioServer,
} from "./mcp/index.ts";
export { mcpToolSource, parseMcpServer } from "./mcp/index.ts";
export type {
  AiSdkLlmOptions,
  BaseUrlMode,
  ClaudeToolLlmOptions,
  LangChainLlmOptions,
  LlamaCppLlmOptions,
  LlamaCppModelOptions,
  LlamaCppModels,
  LlamaCppModelsOptions,
  ManualTraces,
  ModelPrice,
  OpenAiEndpointOptions,
  Pricing,
  RecordedModel,
  Recorder,
  RecorderOptions,
  Recording,
  ReplayOptions,
} from "./models/index.ts";
export {
  createAiSdkLlm,
  createClaudeToolLlm,
  createLangChainLlm,
  createLlamaCppLlm,
  createLlamaCppModels,
  createManualAgent,
  createManualLlm,
  createOpenAiEndpointLlm,
  createOpenRouterLlm,
  createReplayEmbedder,
  createReplayLlm,
  loadManualTraces,
  loadRecording,
  openRecorder,
  parseManualTraces,
  pricedLlm,
  priceOf,
  recordingEmbedder,
  recordingLlm,
  sdkProviderOf,
  sdkProviders,
} from "./models/index.ts";
export type {
  FunctionSearchOptions,
  ListedTool,
  McpEndpoint,
  McpSearchOptions,
  SearchFunction,
  SearchObject,
  TavilySearchOptions,
  ToolConnection,
  ToolReply,
} from "./search/index.ts";
export { connectMcp, functionSearch, isSearchTool, mcpSearch, tavilySearch } from "./search/index.ts";
export type { WorkspaceOutput, WorkspaceProviderOptions } from "./workspaces/index.ts";
export { createWorkspaceProvider } from "./workspaces/index.ts";
