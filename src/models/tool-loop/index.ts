export type { CallSettings } from "./call-tool.ts";
export { callTool } from "./call-tool.ts";
export { checkAgentRequest, refuseCancelled } from "./check-request.ts";
export { toolLoopAgent } from "./tool-loop-agent.ts";
