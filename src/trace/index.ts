export type { AgentMetrics } from "./agent-metrics.ts";
export { agentMetrics } from "./agent-metrics.ts";
export type { FinalMessage } from "./final-message.ts";
export { finalMessage } from "./final-message.ts";
export { contextsText, JudgedSource, missingContexts } from "./judged-source.ts";
export type { Block, FileBlock, Message, Role } from "./message.ts";
export { assistantMessage, lastUserText, messageText, systemMessage, userMessage } from "./message.ts";
export {
  AttachmentRecord,
  FurtherToolResultRecord,
  MessageRecord,
  messageFromRecord,
  messageToRecord,
  ThinkingRecord,
} from "./message-record.ts";
export type { TracePart } from "./render.ts";
export { renderTrace, traceParts } from "./render.ts";
export type { RetrievedContext } from "./retrieved-context.ts";
export { contextToRecord, RetrievedContextShape } from "./retrieved-context.ts";
export { saysAnything } from "./says-anything.ts";
export { afterThinking, endOfThinking, thinkingIn } from "./thinking.ts";
export {
  OwnUsage,
  ToldCall,
  ToldFirstToken,
  ToldLimits,
  ToldRetry,
  ToldTool,
  UsageShape,
} from "./told-call.ts";
export type { Usage } from "./usage.ts";
export { noUsage, sumUsage } from "./usage.ts";
