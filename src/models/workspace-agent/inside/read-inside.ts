import type { FileHandle } from "node:fs/promises";
import { findInside } from "./find-inside.ts";
import { refused } from "./inside-path.ts";
import { type OpenFolder, openForReading } from "./open-folder.ts";

/** The bytes of a regular file. Throws `KareninaError` `invalid_input` for anything else, and for one that is too long. */
export async function readInside(workspacePath: string, written: string, mostBytes: number): Promise<Buffer> {
  await using place = await findInside(workspacePath, written);
  if (place.found === undefined) throw refused(written, "it does not exist");
  if (place.name === undefined || place.found.isDirectory())
    throw refused(written, "it is a folder, not a file");
  if (!place.found.isFile()) throw refused(written, "it is not a regular file");
  const bytes = await readEntry(place.folder, place.name, mostBytes);
  if (bytes === "other") throw refused(written, "it is not a regular file");
  if (bytes !== "long") return bytes;
  throw refused(written, `it is longer than ${mostBytes} bytes; look at parts of it with a command`);
}

/** The bytes of an entry; `long` for more than `mostBytes`, `other` for what is no regular file. */
export async function readEntry(
  folder: OpenFolder,
  name: string,
  mostBytes: number,
): Promise<Buffer | "long" | "other"> {
  await using handle = await openForReading(folder, name);
  const status = await handle.stat();
  if (!status.isFile()) return "other";
  return status.size > mostBytes ? "long" : await readUpTo(handle, mostBytes);
}

/** A file may grow while it is read. */
async function readUpTo(handle: FileHandle, mostBytes: number): Promise<Buffer | "long"> {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(64 * 1024));
    if (bytesRead === 0) return Buffer.concat(chunks);
    chunks.push(buffer.subarray(0, bytesRead));
    size += bytesRead;
    if (size > mostBytes) return "long";
  }
}

/** The text of UTF-8 bytes; undefined for anything else. */
export function textOf(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    // a byte order mark stays, so that writing gives the same bytes again
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
