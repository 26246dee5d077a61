import { realpath, stat } from "node:fs/promises";
import { devNull } from "node:os";
import { KareninaError } from "./errors.ts";

/**
 * What stands in the place of a file: opening a pipe waits for whoever is at its other end, reading a device may never
 * end. Undefined for a file, a folder, the null device, what is not there, and for a pipe that the process was started with.
 */
async function specialKind(file: string): Promise<"pipe" | "device" | undefined> {
  const found = await stat(file).catch(() => undefined);
  const place = await realpath(file).catch(() => undefined);
  if (found === undefined || place === undefined || place === devNull) return undefined;
  if (found.isFIFO()) return "pipe";
  return found.isFile() || found.isDirectory() ? undefined : "device";
}

/** Refuses to read pipes and devices. Throws `KareninaError` with code `file_unreadable`. `name` is what messages call it. */
export async function refuseSpecialInput(file: string, name: string): Promise<void> {
  const kind = await specialKind(file);
  if (kind === undefined) return;
  throw new KareninaError("file_unreadable", `${name}: expected a file, found a ${kind}.`);
}

/** Refuses to write to a pipe, which may have no reader; devices are fine. Throws `KareninaError` with code `file_unwritable`. */
export async function refusePipeOutput(file: string): Promise<void> {
  if ((await specialKind(file)) !== "pipe") return;
  throw new KareninaError("file_unwritable", `Cannot write ${file}: it is a pipe.`, {
    hint: "Choose a file.",
  });
}
