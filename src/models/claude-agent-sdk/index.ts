export { createClaudeAgentSdkAgent } from "./claude-agent.ts";
export { createClaudeAgentSdkLlm } from "./claude-llm.ts";
