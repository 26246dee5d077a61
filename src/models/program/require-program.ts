import { access, constants, stat } from "node:fs/promises";
import path from "node:path";
import { KareninaError } from "../../base/index.ts";
import type { ProgramStart } from "./program-process.ts";

/**
 * Finds out before the first question whether a program is there and may be started; it is not started.
 *
 * @throws KareninaError `configuration` that names it and where it was looked for.
 */
export async function requireProgram(
  modelId: string,
  { command, cwd = ".", environment }: Pick<ProgramStart, "command" | "cwd" | "environment">,
): Promise<void> {
  // there, the system adds the endings of names and looks elsewhere, too
  if (process.platform === "win32") return;
  const isPath = command.includes("/");
  const folders = isPath ? [""] : environment.PATH?.split(path.delimiter);
  // without PATH the system decides where it looks
  if (folders === undefined) return;
  let isThere = false;
  for (const folder of folders) {
    const file = path.resolve(cwd, folder, command);
    if ((await stat(file).catch(() => undefined))?.isFile() !== true) continue;
    isThere = true;
    if (
      await access(file, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return;
  }
  const where = isPath ? path.resolve(cwd, command) : "a folder of PATH";
  throw new KareninaError(
    "configuration",
    isThere
      ? `The program of model "${modelId}" is not executable: ${command}.`
      : `The program of model "${modelId}" was not found: expected ${command} ${isPath ? "at" : "in"} ${where}.`,
    {
      hint: isThere
        ? "Name what runs it before it, such as `python app.py`, or make the file executable."
        : "Check the name of the program; no shell is involved, so its aliases and functions are none.",
    },
  );
}
