import { tmpdir } from "node:os";
import path from "node:path";
import { messageOf, oneLine, pluralize } from "../../../base/index.ts";
import { listLeftovers } from "../../../verify/index.ts";
import { type CommandIo, warn } from "../../command-io.ts";
import { shellWord } from "../../shell-word.ts";
import type { PreparedVerify } from "./prepare-verify.ts";

/**
 * Where the workspaces are that a run of this process was told to leave, and how many; undefined without any. Other runs in
 * the same place are not counted.
 *
 * @param startTime of the run, ISO 8601
 */
export async function leftWorkspaces(
  { resolved, plan }: Pick<PreparedVerify, "resolved" | "plan">,
  { startTime, io }: { readonly startTime: string; readonly io: CommandIo },
): Promise<string | undefined> {
  if (resolved.workspaceCleanup || plan.workspaces === null) return undefined;
  const { root } = plan.workspaces;
  const temporary = io.environment.TMPDIR || tmpdir();
  const { leftovers } = await listLeftovers({ root, temporary, sizes: false }).catch((error: unknown) => {
    warn(io, oneLine(`The workspaces that this run left cannot be listed: ${messageOf(error)}`));
    return { leftovers: [] };
  });
  const own = leftovers.filter(
    ({ processId, createdAt }) => processId === process.pid && createdAt >= startTime,
  );
  const [first] = own;
  if (first === undefined) return undefined;
  const place = own.length === 1 ? first.path : (root ?? path.dirname(first.path));
  const list = ["npx karenina workspace list", ...(root === null ? [] : [shellWord(root)])].join(" ");
  return `Workspaces: ${own.length === 1 ? "left as" : `${pluralize(own.length, "folder")} left in`} ${oneLine(place)}; see \`${list}\`.`;
}
