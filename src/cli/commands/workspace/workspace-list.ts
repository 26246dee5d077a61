import { type CommandIo, type ExitCode, print, printJson } from "../../command-io.ts";
import { tableRoom } from "../../report/terminal.ts";
import { type FoundLeftovers, findLeftovers, lookedIn } from "./found-leftovers.ts";
import { leftoverLines } from "./leftover-lines.ts";
import type { WorkspaceListOptions } from "./workspace-commands.ts";

/** Lists the folders that runs made and that are still there. */
export async function workspaceList(
  root: string | undefined,
  options: WorkspaceListOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const found = await findLeftovers(root, io);
  const leftovers = found.flatMap((each) => each.leftovers);
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
  if (leftovers.length === 0) for (const line of nothingLines(found)) print(io, line);
  else for (const line of leftoverLines(leftovers, io.clock.now(), tableRoom(io.stdout))) print(io, line);
  return 0;
}

/** Says where nothing is, and where else a run may have left something. */
function nothingLines(found: readonly FoundLeftovers[]): readonly string[] {
  return [
    `No workspaces of runs are in ${lookedIn(found)}.`,
    ...(found.length === 1
      ? []
      : [
          "Runs leave theirs in their workspace root, by default the benchmark's folder: npx karenina workspace list FOLDER",
        ]),
  ];
}
