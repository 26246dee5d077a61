import { isUtf8 } from "node:buffer";
import { stat } from "node:fs/promises";
import { extname } from "node:path";
import { KareninaError, readLimitedFile, writeFileAtomically } from "../base/index.ts";
import type { BenchmarkContent } from "./benchmark-content.ts";
import { readCheckpoint } from "./checkpoint/read-checkpoint.ts";
import { writeCheckpoint } from "./checkpoint/write-checkpoint.ts";

/**
 * Opens a benchmark file: YAML where its suffix says so, else a checkpoint. Nothing in it is executed.
 *
 * Throws `file_not_found`, `file_unreadable` (a folder, no permission, too large, not UTF-8), and what {@link readCheckpoint}
 * and `readYaml` throw.
 */
export async function loadBenchmarkFile(path: string): Promise<BenchmarkContent> {
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
  const text = new TextDecoder().decode(bytes);
  if (!isYamlPath(path)) return readCheckpoint(text, path);
  const [{ readYaml }, { mtime }] = await Promise.all([import("./yaml/read-yaml.ts"), stat(path)]);
  return readYaml(text, path, mtime.toISOString());
}

/** Writes a benchmark to a temporary file and renames it. Returns the path written, see {@link benchmarkPath}. */
export async function saveBenchmarkFile(content: BenchmarkContent, path: string): Promise<string> {
  const target = benchmarkPath(path);
  await writeFileAtomically(target, await writtenBenchmark(content, target));
  return target;
}

async function writtenBenchmark(content: BenchmarkContent, path: string): Promise<string> {
  if (!isYamlPath(path)) return writeCheckpoint(content);
  const { writeYaml } = await import("./yaml/write-yaml.ts");
  return writeYaml(content, path);
}

/** A path that says in which form a benchmark is written: YAML, or else {@link checkpointPath}. */
export function benchmarkPath(path: string): string {
  return isYamlPath(path) ? path : checkpointPath(path);
}

function isYamlPath(path: string): boolean {
  return /^\.ya?ml$/i.test(extname(path));
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
