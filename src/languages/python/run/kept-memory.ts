import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { ownCacheFolder, writeFileAtomically } from "../../../base/index.ts";

/** What the memory of an interpreter that has read nothing yet depends on. */
export interface MemoryOrigin {
  /** The folder of the package pyodide. */
  readonly pyodide: string;
  /** What the interpreter has run. */
  readonly programs: string;
  readonly memoryBytes: number;
}

const digestBytes = 32;

/**
 * The memory of an interpreter, made once and kept in the user's cache, since making it takes seconds. It is made again
 * where nothing is kept, where what is kept is damaged, and for another version of pyodide or of these programs.
 *
 * @param make makes it
 */
export async function keptMemory(
  origin: MemoryOrigin,
  make: () => Promise<Buffer>,
  folder = ownCacheFolder(process.env),
): Promise<Buffer> {
  if (folder === undefined) return make();
  const { version } = JSON.parse(await readFile(path.join(origin.pyodide, "package.json"), "utf8"));
  const parts = JSON.stringify([version, origin.programs, origin.memoryBytes, process.version]);
  const file = path.join(folder, `python-${digest(Buffer.from(parts)).toString("hex").slice(0, 16)}.memory`);
  const kept = await readFile(file).catch(() => undefined);
  const memory = kept?.subarray(digestBytes);
  if (kept !== undefined && memory !== undefined && digest(memory).equals(kept.subarray(0, digestBytes)))
    return memory;
  const made = await make();
  // what cannot be kept is made again
  await keep(file, made).catch(() => undefined);
  return made;
}

/** Writes the memory in place of those of other versions: each has about 30 MB. */
async function keep(file: string, memory: Buffer): Promise<void> {
  await writeFileAtomically(file, Buffer.concat([digest(memory), memory]));
  const folder = path.dirname(file);
  const others = (await readdir(folder)).filter((name) => /^python-[0-9a-f]{16}\.memory$/.test(name));
  for (const name of others)
    if (name !== path.basename(file)) await rm(path.join(folder, name), { force: true });
}

function digest(content: Uint8Array): Buffer {
  return createHash("sha256").update(content).digest();
}
