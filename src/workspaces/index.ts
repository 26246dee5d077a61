// Removing what runs left
export type {
  Leftover,
  LeftoverList,
  LeftoverPlace,
  LeftoverRemoval,
  LeftoverState,
} from "./area/leftovers.ts";
export { listLeftovers, removeLeftovers } from "./area/leftovers.ts";
export type { Processes, ProcessIdentity } from "./area/processes.ts";
// Preparing a run's folders
export { createWorkspaceProvider } from "./create-workspace-provider.ts";
export type { WorkspaceOutput, WorkspaceProviderOptions } from "./provider-options.ts";
export { resolveSource } from "./resolve-source.ts";
// What a folder holds
export { fingerprintTree } from "./tree/fingerprint-tree.ts";
