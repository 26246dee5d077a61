export type { WorkspaceAgentOptions } from "./create-workspace-agent.ts";
export { createWorkspaceAgent } from "./create-workspace-agent.ts";
export type { WorkspaceAgentLimits } from "./limits.ts";
export { defaultWorkspaceAgentLimits } from "./limits.ts";
