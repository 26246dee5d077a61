import { isUtf8 } from "node:buffer";
import { stat } from "node:fs/promises";
import { basename, extname } from "node:path";
import {
  foreignText,
  type JsonObject,
  KareninaError,
  readLimitedFile,
  writeFileAtomically,
} from "../base/index.ts";
import { isEmptyRubric } from "../rubric/index.ts";
import type { BenchmarkContent } from "./benchmark-content.ts";
import { readCheckpoint } from "./checkpoint/read-checkpoint.ts";
import { writeCheckpoint } from "./checkpoint/write-checkpoint.ts";
import { formVersion } from "./yaml/benchmark-form.ts";

/**
 * Opens a benchmark file: YAML where its suffix says so, else a checkpoint. Nothing in it is executed.
 *
 * @param isReadOnly it will not be written again: nothing is kept that only writing needs, a third of the memory. Default false
 *
 * Throws `file_not_found`, `file_unreadable` (a folder, no permission, too large, not UTF-8), and what {@link readCheckpoint}
 * and `readYaml` throw.
 */
export async function loadBenchmarkFile(path: string, isReadOnly = false): Promise<BenchmarkContent> {
  return readBenchmarkFile(path, { isReadOnly });
}

/**
 * Opens a file of traits: a benchmark that has no questions. In YAML it needs no more than `rubric` or `dynamic_rubric`; where it
 * has no name, it is called as the file is.
 *
 * Throws as {@link loadBenchmarkFile}, and `invalid_input` for a file with questions, or without traits.
 */
export async function loadRubricFile(path: string): Promise<BenchmarkContent> {
  const name = basename(path, extname(path));
  const content = await readBenchmarkFile(path, { lacking: { karenina: formVersion, name } });
  const { questions, scenarios, globalRubric, globalDynamicRubric } = content;
  if (questions.length + scenarios.length > 0)
    throw new KareninaError("invalid_input", `${path} is a benchmark with questions, not a rubric alone.`, {
      hint: "Give it with --benchmark (in code `benchmark`), or copy its rubric to a file of its own.",
    });
  if (isEmptyRubric(globalRubric) && isEmptyRubric(globalDynamicRubric))
    throw new KareninaError("invalid_input", `${path} has no traits.`, {
      hint: "It needs `rubric`, a list of traits, as benchmarks in YAML have it.",
    });
  return content;
}

/** How a file is read. */
interface Reading {
  /** What counts where a file in YAML does not say it. Default: nothing. */
  readonly lacking?: JsonObject;
  readonly isReadOnly?: boolean;
}

async function readBenchmarkFile(path: string, reading: Reading): Promise<BenchmarkContent> {
  const text = await readBenchmarkText(path);
  const date = isYamlPath(path) ? (await stat(path)).mtime.toISOString() : "";
  return parseBenchmark(text, path, date, reading);
}

/** The text of a benchmark file, with the byte order mark that it may begin with. Throws `file_not_found` and `file_unreadable`. */
export async function readBenchmarkText(path: string): Promise<string> {
  const bytes = await readLimitedFile(path, `Benchmark file ${path}`);
  if (!isUtf8(bytes)) throw foreignText(path, bytes);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  giveBack(bytes);
  return text;
}

/**
 * The benchmark of a file's text; its suffix says in which form. Throws as {@link loadBenchmarkFile}.
 *
 * @param date what a file in YAML that has no dates of its own is dated
 */
export async function parseBenchmark(
  text: string,
  path: string,
  date: string,
  { lacking = {}, isReadOnly = false }: Reading = {},
): Promise<BenchmarkContent> {
  if (!isYamlPath(path)) return readCheckpoint(text.replace(/^\ufeff/, ""), path, isReadOnly);
  const { readYaml } = await import("./yaml/read-yaml.ts");
  const content = readYaml(text, path, date, lacking);
  return isReadOnly ? { ...content, isReadOnly, yaml: undefined } : content;
}

/** Frees the bytes of a file at once, so that a large one is not in memory twice. Small ones share theirs with others. */
function giveBack({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Writes a benchmark to a temporary file and renames it. Returns the path written, see {@link benchmarkPath}. */
export async function saveBenchmarkFile(content: BenchmarkContent, path: string): Promise<string> {
  const target = benchmarkPath(path);
  await writeFileAtomically(target, await writtenBenchmark(content, target));
  return target;
}

/** The text of a benchmark as the suffix of a path has it written; see `writeYaml` for what YAML cannot say. */
export async function writtenBenchmark(content: BenchmarkContent, path: string): Promise<string> {
  if (content.isReadOnly === true)
    throw new KareninaError("invalid_input", "This benchmark was opened to be read only.", {
      hint: "Open its file without readOnly to write it.",
    });
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
