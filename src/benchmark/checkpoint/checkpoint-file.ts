import { isUtf8 } from "node:buffer";
import { extname } from "node:path";
import { KareninaError, readLimitedFile, writeFileAtomically } from "../../base/index.ts";
import type { BenchmarkContent } from "../benchmark-content.ts";
import { readCheckpoint } from "./read-checkpoint.ts";
import { writeCheckpoint } from "./write-checkpoint.ts";

/**
 * Opens a checkpoint file; its suffix does not matter. Nothing in it is executed.
 *
 * Throws `file_not_found`, `file_unreadable` (a folder, no permission, too large, not UTF-8), and what {@link readCheckpoint} throws.
 */
export async function loadCheckpoint(path: string): Promise<BenchmarkContent> {
  const bytes = await readLimitedFile(path, `Benchmark file ${path}`);
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

function foreignEncoding(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString("hex");
  return mark === "fffe" || mark === "feff" ? "UTF-16" : "bytes that are not";
}
