export type { ToolLoopOptions } from "./tool-loop/tool-loop-agent.ts";
export { toolLoopAgent } from "./tool-loop/tool-loop-agent.ts";
