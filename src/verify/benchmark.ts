import { Benchmark as BenchmarkDocument } from "../benchmark/index.ts";
import type { VerificationConfig } from "../config/index.ts";
import type { VerificationResultSet } from "../result/index.ts";
import { asAsked } from "./as-asked.ts";
import type { RunVerificationOptions } from "./run-options.ts";

/**
 * A benchmark that can be run.
 *
 * @example
 * const benchmark = Benchmark.create({ name: "Capitals" });
 * benchmark.addQuestion({ question: "What is the capital of France?", rawAnswer: "Paris", template });
 * const results = await benchmark.runVerification({ answeringModels: [haiku], parsingModels: [judge] });
 */
export class Benchmark extends BenchmarkDocument {
  /** Runs the benchmark; see {@link runVerification} for options, errors and the order of results. */
  async runVerification(
    config: VerificationConfig,
    options?: RunVerificationOptions,
  ): Promise<VerificationResultSet> {
    const asked = asAsked(this, config, options);
    const { runVerification } = await import("./run-verification.ts");
    return runVerification(asked.benchmark, asked.config, asked.options);
  }
}
