import { stat } from "node:fs/promises";
import path from "node:path";
import { KareninaError } from "./errors.ts";

/** Throws `file_unwritable`, which names the folder, where a file is to be written into one that is not there. */
export async function requireFolder(file: string): Promise<void> {
  const folder = path.dirname(path.resolve(file));
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return;
  const what = found === undefined ? `there is no folder ${folder}` : `${folder} is no folder`;
  throw new KareninaError("file_unwritable", `Cannot write ${file}: ${what}.`, {
    hint: "Make the folder, or choose another place.",
  });
}
