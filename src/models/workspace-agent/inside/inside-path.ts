import path from "node:path";
import { KareninaError } from "../../../base/index.ts";

/** What the workspace is called wherever a model reads or writes about it. */
const workspaceName = "/workspace";

/** The parts of a path as a model wrote it: relative to the workspace, or with its name in front. */
export function insideParts(written: string, root: string): readonly string[] {
  if (written.includes("\0")) throw refused(written.replaceAll("\0", "?"), "it has a NUL character in it");
  if (!path.posix.isAbsolute(written)) return written.split("/");
  for (const name of [workspaceName, root]) {
    if (written === name || written.startsWith(`${name}/`)) return written.slice(name.length).split("/");
  }
  throw refused(
    written,
    `it is outside of the workspace; use a relative path, or one that begins with ${workspaceName}/`,
  );
}

/** An error that the model reads. */
export const refused = (written: string, reason: string): KareninaError =>
  new KareninaError("invalid_input", `Cannot use the path ${JSON.stringify(written)}: ${reason}.`);
