import type { Dirent } from "node:fs";
import { opendir } from "node:fs/promises";
import type { HeldFolder } from "./held-folder.ts";

/** Entries of one folder that are worked on at the same time. */
const atOnce = 8;

/**
 * Calls `work` for each entry of a folder, a few at a time, however many there are. When one rejects, no further entry is
 * begun; the first error is thrown after all that were begun have ended.
 */
export async function eachEntry(
  folder: HeldFolder,
  work: (entry: Dirent<Buffer>) => Promise<void>,
): Promise<void> {
  const begun = new Set<Promise<void>>();
  const failures: unknown[] = [];
  // Node reads names as bytes when asked so; its types do not say it for opendir
  const entries = (await opendir(folder.at, {
    encoding: "buffer" as BufferEncoding,
    bufferSize: 256,
  })) as unknown as AsyncIterable<Dirent<Buffer>>;
  for await (const entry of entries) {
    const ended: Promise<void> = work(entry)
      .catch((error: unknown) => {
        failures.push(error);
      })
      .finally(() => begun.delete(ended));
    begun.add(ended);
    if (begun.size >= atOnce) await Promise.race(begun);
    if (failures.length > 0) break;
  }
  await Promise.all(begun);
  if (failures.length > 0) throw failures[0];
}
