import { loadRubricFile, type RubricInput } from "../../benchmark/index.ts";
import { Benchmark } from "../benchmark.ts";

/**
 * A benchmark of traits alone.
 *
 * @param rubric a file, see `loadRubricFile`, or traits
 * @throws KareninaError as `loadRubricFile`, and `invalid_input` for wrong traits.
 */
export async function rubricBenchmark(rubric: string | RubricInput): Promise<Benchmark> {
  if (typeof rubric === "string") return new Benchmark({ content: await loadRubricFile(rubric) });
  const benchmark = Benchmark.create({ name: "Rubric" });
  benchmark.setGlobalRubric(rubric);
  return benchmark;
}
