export { createDeepAgentsAgent } from "./deep-agents-agent.ts";
