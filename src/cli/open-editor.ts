import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, constants } from "node:fs/promises";
import path from "node:path";
import { type Environment, KareninaError, messageOf } from "../base/index.ts";

/** What is opened where VISUAL and EDITOR name nothing, the first that is there. */
const usualEditors = process.platform === "win32" ? ["notepad"] : ["nano", "vi"];

/**
 * Opens a file in the user's editor and waits until it is closed: what `VISUAL` or else `EDITOR` says, run by the shell as git runs it, so that
 * `code --wait` works. Throws `configuration` where there is none, or where it ends with an error.
 */
export async function openEditor(file: string, environment: Environment): Promise<void> {
  const editor = await editorName(environment);
  if (editor === undefined)
    throw new KareninaError("configuration", "There is no editor: VISUAL and EDITOR are not set.", {
      hint: "Set one, such as `export EDITOR=nano`.",
    });
  const child =
    process.platform === "win32"
      ? spawn(`${editor} "${file}"`, { shell: true, stdio: "inherit", env: { ...environment } })
      : // the file is no part of what the shell reads
        spawn("/bin/sh", ["-c", `${editor} "$@"`, editor, file], {
          stdio: "inherit",
          env: { ...environment },
        });
  const [code] = await once(child, "close").catch((error: unknown) => [messageOf(error)]);
  if (code !== 0)
    throw new KareninaError("configuration", `The editor \`${editor}\` ended with ${code ?? "a signal"}.`, {
      hint: "Set VISUAL or EDITOR to an editor that is installed.",
    });
}

/** The command of the user's editor; undefined where there is none. */
export async function editorName(environment: Environment): Promise<string | undefined> {
  const named = [environment.VISUAL, environment.EDITOR].find(
    (one) => one !== undefined && one.trim() !== "",
  );
  if (named !== undefined) return named;
  for (const name of usualEditors) if (await isInstalled(name, environment.PATH ?? "")) return name;
  return undefined;
}

async function isInstalled(name: string, folders: string): Promise<boolean> {
  if (process.platform === "win32") return true;
  const found = folders.split(path.delimiter).map((folder) =>
    access(path.join(folder, name), constants.X_OK).then(
      () => true,
      () => false,
    ),
  );
  return (await Promise.all(found)).includes(true);
}
