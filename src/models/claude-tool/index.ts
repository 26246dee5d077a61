export { ClaudeMessage, ClaudeUsage, claudeBlocks, finishReasonOf, usageOfClaude } from "./reply.ts";
