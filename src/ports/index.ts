export type { CallableRunner } from "../rubric/index.ts";
export type { AgentPort, AgentReply, AgentRequest, AgentTier } from "./agent.ts";
export type { CommandOutcome, CommandRequest, CommandRunner } from "./command-runner.ts";
export type { EmbedderPort } from "./embedder.ts";
export type {
  CallObserver,
  FinishReason,
  LlmPort,
  LlmReply,
  LlmRequest,
  MediaKind,
  PortCapabilities,
} from "./llm.ts";
export type { ParseRequest, ParserPort } from "./parser.ts";
export type { SearchOutcome, SearchPort, SearchResult } from "./search.ts";
export type { TemplateLoader } from "./template-loader.ts";
export type { Tool, ToolDefinition, ToolOutcome, ToolSource } from "./tool.ts";
export type { Workspace, WorkspaceCapture, WorkspaceProvider, WorkspaceRequest } from "./workspace.ts";
