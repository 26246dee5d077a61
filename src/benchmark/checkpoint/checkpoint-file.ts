import { isUtf8 } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { extname } from "node:path";
import { KareninaError, messageOf, writeFileAtomically } from "../../base/index.ts";
import type { BenchmarkContent } from "../benchmark-content.ts";
import { readCheckpoint } from "./read-checkpoint.ts";
import { writeCheckpoint } from "./write-checkpoint.ts";

/** Files beyond this are refused before they are read. */
const maximumBytes = 256 * 1024 * 1024;

/**
 * Opens a checkpoint file; its suffix does not matter. Nothing in it is executed.
 *
 * Throws `file_not_found`, `file_unreadable` (a folder, no permission, too large, not UTF-8), and what {@link readCheckpoint} throws.
 */
export async function loadCheckpoint(path: string): Promise<BenchmarkContent> {
  const bytes = await readBytes(path);
  if (!isUtf8(bytes)) {
    throw new KareninaError(
      "file_unreadable",
      `${path}: expected UTF-8 text, found ${foreignEncoding(bytes)}`,
      {
        hint: "Save the file as UTF-8.",
      },
    );
  }
  return readCheckpoint(new TextDecoder().decode(bytes), path);
}

/** Writes a checkpoint to a temporary file and renames it. Returns the path written, see {@link checkpointPath}. */
export async function saveCheckpoint(content: BenchmarkContent, path: string): Promise<string> {
  const target = checkpointPath(path);
  await writeFileAtomically(target, writeCheckpoint(content));
  return target;
}

/** A path that ends in `.jsonld` or `.json`, as it is; any other suffix is replaced by `.jsonld`. */
export function checkpointPath(path: string): string {
  const suffix = extname(path);
  if (/^\.json(ld)?$/i.test(suffix)) return path;
  return `${suffix === "" ? path : path.slice(0, -suffix.length)}.jsonld`;
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    const about = await stat(path);
    if (!about.isFile())
      throw new KareninaError("file_unreadable", `${path}: expected a file, found a folder or device`);
    if (about.size > maximumBytes) {
      const found = Math.ceil(about.size / 1024 / 1024);
      throw new KareninaError(
        "file_unreadable",
        `${path}: expected at most ${maximumBytes / 1024 / 1024} MB, found ${found} MB`,
      );
    }
    return await readFile(path);
  } catch (error) {
    if (KareninaError.isInstance(error)) throw error;
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (missing)
      throw new KareninaError("file_not_found", `Benchmark file not found: ${path}`, { cause: error });
    throw new KareninaError("file_unreadable", `${path} cannot be read: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function foreignEncoding(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString("hex");
  return mark === "fffe" || mark === "feff" ? "UTF-16" : "bytes that are not";
}
