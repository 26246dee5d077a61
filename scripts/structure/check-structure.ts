import { readdirSync } from "node:fs";
import { join } from "node:path";
import { findLinkProblems } from "./documents.ts";
import { findDoorProblems } from "./doors.ts";
import { findAdapterProblems, findFileProblems } from "./files.ts";
import { findCycleProblems } from "./rings.ts";
import { findRoomProblems } from "./rooms.ts";
import { exists, readSources } from "./source-tree.ts";
import { findViewerProblems } from "./viewer.ts";

/** What breaks the rules of AGENTS.md that no compiler knows, and how many files of `src` and `viewer` were read. */
export function checkStructure(root: string): {
  readonly problems: readonly string[];
  readonly files: number;
} {
  const source = join(root, "src");
  const files = readSources(source);
  const others = ["test", "bench", "scripts", "examples", "viewer"].flatMap((folder) =>
    readSources(join(root, folder)),
  );
  const viewer = readSources(join(root, "viewer"));
  const models = join(source, "models");
  const problems = [
    ...[...files, ...viewer].flatMap((file) => findFileProblems(root, file)),
    ...findRoomProblems(source, files),
    ...findDoorProblems(source, [...files, ...others]),
    ...findCycleProblems(source, files),
    ...findViewerProblems(root, viewer),
    ...findAdapterProblems(source, exists(models) ? readdirSync(models) : []),
    ...findLinkProblems(root),
  ];
  return { problems, files: files.length + viewer.length };
}
