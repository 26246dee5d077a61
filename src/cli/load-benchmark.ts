import { stat } from "node:fs/promises";
import path from "node:path";
import { askNearFile, KareninaError } from "../base/index.ts";
import { Benchmark } from "../verify/index.ts";

const moduleEndings = [".ts", ".mts", ".js", ".mjs"];
const fileEndings = [".jsonld", ".json", ".yaml", ".yml"];

/** True for a benchmark whose code is run; how the path is written, such as with a slash at its end, is no matter. */
export function isModule(file: string): boolean {
  return moduleEndings.includes(path.extname(path.resolve(file)));
}

/**
 * Opens a benchmark: a checkpoint or YAML file, whose content is never executed, or a module of the user's own that exports
 * one by default.
 *
 * @param file relative to the working directory
 * @param options readOnly: it will not be saved, which takes less memory
 */
export async function loadBenchmark(
  file: string,
  workingDirectory: string,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): Promise<Benchmark> {
  const full = path.resolve(workingDirectory, file);
  const found = await stat(full).catch(() => undefined);
  if (found === undefined) {
    const near = await askNearFile(full, [...fileEndings, ...moduleEndings]);
    throw new KareninaError("file_not_found", `Found no benchmark at ${full}${near}`, {
      hint: "Give the path of a .jsonld or .yaml file, or of a module that exports a benchmark; `npx karenina init` makes an example.",
    });
  }
  if (found.isDirectory()) {
    throw new KareninaError("file_unreadable", `${full} is a folder, not a benchmark.`, {
      hint: "Give the path of the benchmark file in it.",
    });
  }
  if (!isModule(full)) return loadFile(full, readOnly);
  const { importBenchmark } = await import("./import-benchmark.ts");
  return importBenchmark(full);
}

async function loadFile(file: string, readOnly: boolean): Promise<Benchmark> {
  try {
    return await Benchmark.load(file, { readOnly });
  } catch (error) {
    const { otherKindOfFile } = await import("./other-kind-of-file.ts");
    const other = await otherKindOfFile(file);
    if (other === undefined) throw error;
    throw new KareninaError("invalid_input", `${file} is ${other.kind}, not a benchmark.`, {
      hint: other.hint,
      cause: error,
    });
  }
}
