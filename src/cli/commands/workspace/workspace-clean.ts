import { oneLine, pluralize } from "../../../base/index.ts";
import { type Leftover, type LeftoverRemoval, removeLeftovers } from "../../../verify/index.ts";
import { type CommandIo, type ExitCode, print, warn } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { tableRoom } from "../../report/terminal.ts";
import { type FoundLeftovers, findLeftovers, lookedIn } from "./found-leftovers.ts";
import { leftoverLines, totalText } from "./leftover-lines.ts";
import type { WorkspaceCleanOptions } from "./workspace-commands.ts";

type Also = readonly ("kept" | "elsewhere")[];

/** Removes what ended runs left, after asking; a no is no error. */
export async function workspaceClean(
  root: string | undefined,
  options: WorkspaceCleanOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const also: Also = [
    ...(options.kept ? (["kept"] as const) : []),
    ...(options.elsewhere ? (["elsewhere"] as const) : []),
  ];
  const wanted = new Set<Leftover["state"]>(["abandoned", ...also]);
  const found = await findLeftovers(root, io);
  const chosen = found.map(({ place, leftovers }) => ({
    place,
    leftovers: leftovers.filter(({ state }) => wanted.has(state)),
  }));
  const removable = chosen.flatMap(({ leftovers }) => leftovers);
  const room = tableRoom(io.stdout);
  if (removable.length > 0)
    for (const line of leftoverLines(removable, io.clock.now(), room)) print(io, line);
  for (const line of stayLines(found, wanted)) print(io, line);
  if (removable.length === 0) {
    print(
      io,
      found.some(({ leftovers }) => leftovers.length > 0)
        ? "Nothing to remove."
        : `Nothing to remove in ${lookedIn(found)}.`,
    );
    if (!options.dryRun) await removeAll(chosen, also);
    return 0;
  }
  if (options.dryRun) {
    print(io, `Would remove ${totalText(removable)}.`);
    return 0;
  }
  if (!options.yes) {
    if (io.prompts === undefined)
      throw usageError(
        "Nobody can be asked here whether to remove.",
        "Say --yes to remove, or --dry-run to look.",
      );
    if (!(await io.prompts.yesOrNo({ message: `Remove ${totalText(removable)}?`, initial: false }))) {
      print(io, "Nothing was removed.");
      return 0;
    }
  }
  const { removed, stayed } = await removeAll(chosen, also);
  print(io, `Removed ${totalText(removed)}.`);
  for (const { leftover, reason } of stayed) warn(io, `${oneLine(leftover.path)} stays: ${oneLine(reason)}`);
  return stayed.length > 0 ? 1 : 0;
}

async function removeAll(chosen: readonly FoundLeftovers[], also: Also): Promise<LeftoverRemoval> {
  const all = await Promise.all(
    chosen.map(({ place, leftovers }) => removeLeftovers(leftovers, { ...place, also })),
  );
  return {
    removed: all.flatMap(({ removed }) => removed),
    stayed: all.flatMap(({ stayed }) => stayed),
  };
}

const stays = {
  running: "of running runs",
  kept: "that runs were told to leave (--kept removes them too)",
  elsewhere: "of other machines or containers (--elsewhere removes them too)",
  changed: "that are not what was made there; look at them and remove them yourself",
} as const;

function stayLines(
  found: readonly FoundLeftovers[],
  wanted: ReadonlySet<Leftover["state"]>,
): readonly string[] {
  const all = found.flatMap(({ leftovers }) => leftovers);
  return (["running", "kept", "elsewhere", "changed"] as const).flatMap((state) => {
    const count = all.filter((leftover) => leftover.state === state).length;
    return count === 0 || wanted.has(state) ? [] : [`Stays: ${pluralize(count, "folder")} ${stays[state]}.`];
  });
}
