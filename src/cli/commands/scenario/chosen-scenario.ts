import { KareninaError } from "../../../base/index.ts";
import type { BenchmarkScenario } from "../../../benchmark/index.ts";
import type { Benchmark } from "../../../verify/index.ts";

/** The scenario of a name, or the only one. Throws `invalid_input` where it is not clear which is meant. */
export function chosenScenario(benchmark: Benchmark, name: string | undefined): BenchmarkScenario {
  if (name !== undefined) return benchmark.getScenario(name);
  const [only, ...more] = benchmark.getScenarios();
  if (only === undefined)
    throw new KareninaError(
      "invalid_input",
      `The benchmark ${JSON.stringify(benchmark.name)} has no scenarios.`,
    );
  if (more.length === 0) return only;
  const names = [only, ...more].map((one) => JSON.stringify(one.name)).join(", ");
  throw new KareninaError("invalid_input", `The benchmark has ${more.length + 1} scenarios: ${names}.`, {
    hint: "Give the name of one after the benchmark.",
  });
}
