import { tmpdir } from "node:os";
import path from "node:path";
import { oneLine } from "../../../base/index.ts";
import { type Leftover, type LeftoverPlace, listLeftovers } from "../../../verify/index.ts";
import { type CommandIo, warn } from "../../command-io.ts";

/** A place that was looked at and what is there. */
export interface FoundLeftovers {
  readonly place: LeftoverPlace;
  readonly leftovers: readonly Leftover[];
}

/** Looks in the root that was given, else in the current folder and among the temporary files; says what is unreadable. */
export async function findLeftovers(
  root: string | undefined,
  io: CommandIo,
): Promise<readonly FoundLeftovers[]> {
  const temporary = io.environment.TMPDIR || tmpdir();
  const roots = root === undefined ? [io.workingDirectory, null] : [path.resolve(io.workingDirectory, root)];
  const found: FoundLeftovers[] = [];
  for (const each of roots) {
    const place = { root: each, temporary };
    const { leftovers, problems } = await listLeftovers(place);
    for (const problem of problems) warn(io, problem);
    found.push({ place, leftovers });
  }
  return found;
}

/** The places that were looked at, for a sentence. */
export function lookedIn(found: readonly FoundLeftovers[]): string {
  return found
    .map(({ place: { root, temporary } }) =>
      root === null ? `among the temporary files (${oneLine(temporary ?? "")})` : oneLine(root),
    )
    .join(" or ");
}
