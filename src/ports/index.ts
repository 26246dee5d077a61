export type { AgentPort, AgentReply, AgentRequest, AgentTier, McpServer } from "./agent.ts";
export type { CallableRunner } from "./callable-runner.ts";
export type { EmbedderPort } from "./embedder.ts";
export type { CallObserver, FinishReason, LlmPort, LlmReply, LlmRequest, PortCapabilities } from "./llm.ts";
export type { Accepted, ParseRequest, ParserPort } from "./parser.ts";
export type { TemplateLoader } from "./template-loader.ts";
