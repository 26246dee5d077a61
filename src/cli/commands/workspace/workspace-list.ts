import { type CommandIo, type ExitCode, print, printJson } from "../../command-io.ts";
import { findLeftovers } from "./found-leftovers.ts";
import { leftoverLines } from "./leftover-lines.ts";
import type { WorkspaceListOptions } from "./workspace-commands.ts";

/** Lists the folders that runs made and that are still there. */
export async function workspaceList(
  root: string | undefined,
  options: WorkspaceListOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const leftovers = (await findLeftovers(root, io)).flatMap((found) => found.leftovers);
  if (options.json) {
    printJson(
      io,
      leftovers.map((leftover) => ({
        path: leftover.path,
        state: leftover.state,
        purpose: leftover.purpose,
        source: leftover.source,
        created_at: leftover.createdAt,
        process_id: leftover.processId,
        host: leftover.host,
        size_bytes: leftover.sizeBytes,
      })),
    );
    return 0;
  }
  if (leftovers.length === 0) print(io, "No workspaces of runs are there.");
  else for (const line of leftoverLines(leftovers, io.clock.now())) print(io, line);
  return 0;
}
