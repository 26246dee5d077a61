import { KareninaError } from "../base/index.ts";
import type { BenchmarkContent } from "../benchmark/index.ts";
import { Benchmark } from "../verify/index.ts";
import { importModule } from "./import-module.ts";

/** A benchmark of this package or of another copy of it. */
function isBenchmark(value: unknown): value is { readonly content: BenchmarkContent } {
  if (value instanceof Benchmark) return true;
  if (typeof value !== "object" || value === null || !("content" in value)) return false;
  const { content } = value;
  return (
    typeof content === "object" &&
    content !== null &&
    "questions" in content &&
    Array.isArray(content.questions)
  );
}

/**
 * Runs a module and takes its default export as a benchmark.
 *
 * @throws KareninaError `file_unreadable` when the module fails, `invalid_input` when its default export is no benchmark.
 */
export async function importBenchmark(file: string): Promise<Benchmark> {
  const { value, found } = await importModule(file);
  if (value instanceof Benchmark) return value;
  if (isBenchmark(value)) return new Benchmark({ content: value.content, path: file });
  throw new KareninaError(
    "invalid_input",
    `${file} should export a benchmark by default; it exports ${found}.`,
    { hint: "End the file with `export default benchmark;`, made by `Benchmark.create`." },
  );
}
