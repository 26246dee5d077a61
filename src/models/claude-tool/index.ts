export { createClaudeToolLlm } from "./llm.ts";
export { ClaudeMessage, ClaudeUsage, claudeBlocks, usageOfClaude } from "./reply.ts";
