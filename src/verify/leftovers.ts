import type {
  LeftoverList,
  LeftoverRemoval,
  listLeftovers as list,
  removeLeftovers as remove,
} from "../workspaces/index.ts";

const workspaces = () => import("../workspaces/index.ts");

/** See `listLeftovers` of the workspaces; loaded only when it is asked for. */
export async function listLeftovers(...asked: Parameters<typeof list>): Promise<LeftoverList> {
  return (await workspaces()).listLeftovers(...asked);
}

/** See `removeLeftovers` of the workspaces; loaded only when it is asked for. */
export async function removeLeftovers(...asked: Parameters<typeof remove>): Promise<LeftoverRemoval> {
  return (await workspaces()).removeLeftovers(...asked);
}
