import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import { isWithin, KareninaError } from "../base/index.ts";

/**
 * The real path of a question's folder. `root` is the root's real path. Throws `KareninaError` `file_not_found` for a
 * folder that is missing, `invalid_input` for one that is no folder below the root, also by way of links.
 */
export async function resolveSource(root: string, source: string): Promise<string> {
  const parts = source.split(/[/\\]/);
  if (path.isAbsolute(source) || path.win32.isAbsolute(source) || source.includes("\0"))
    throw outside(source, "it is absolute");
  if (parts.includes("..")) throw outside(source, "it goes up with `..`");
  if (parts.every((part) => part === "" || part === ".")) throw outside(source, "it names the root itself");
  if (isHidden(source))
    throw outside(source, "it is hidden, and hidden folders hold what is no question's, such as keys");
  const named = path.join(root, source);
  const real = await realpath(named).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") {
      throw new KareninaError(
        "file_not_found",
        `The workspace ${JSON.stringify(source)} was not found: ${named}.`,
        {
          hint: "Put the question's files there, or correct its workspace path.",
          cause: error,
        },
      );
    }
    throw new KareninaError(
      "file_unreadable",
      `The workspace ${named} cannot be reached: ${error.message}.`,
      {
        hint: "Check the permissions of the folders on its way, and that links do not go in circles.",
        cause: error,
      },
    );
  });
  if (!isWithin(root, real) || real === root || isHidden(path.relative(root, real)))
    throw outside(source, `it leads to ${real}`);
  if (!(await stat(real)).isDirectory()) {
    throw new KareninaError("invalid_input", `Expected a folder as the workspace, found a file: ${named}.`, {
      hint: "Give the folder that has the question's files.",
    });
  }
  return real;
}

function isHidden(relative: string): boolean {
  return relative.split(/[/\\]/).some((part) => part.startsWith(".") && part !== ".");
}

function outside(source: string, reason: string): KareninaError {
  return new KareninaError(
    "invalid_input",
    `Expected a workspace below the workspace root, found ${JSON.stringify(source)}: ${reason}.`,
    { hint: "Give the path of a folder below the workspace root, relative to it." },
  );
}
