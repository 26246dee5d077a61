export { ClaudeMessage, ClaudeUsage, claudeBlocks, usageOfClaude } from "./reply.ts";
