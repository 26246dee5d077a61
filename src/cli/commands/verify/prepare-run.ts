import path from "node:path";
import * as z from "zod";
import type { JsonObject } from "../../../base/index.ts";
import type { Question } from "../../../benchmark/index.ts";
import {
  type Benchmark,
  decodeConfig,
  type ResolvedConfig,
  resolveConfig,
  selectedQuestions,
  type VerificationConfig,
  withEnvironment,
} from "../../../config/index.ts";
import { type ResultLogHeader, scanResultLog } from "../../../result/index.ts";
import type { CommandIo } from "../../command-io.ts";
import { configFromOptions } from "../../config-from-options.ts";
import { usageError } from "../../failure.ts";
import { loadBenchmark } from "../../load-benchmark.ts";
import { exportBeside, type OutputPlan, planOutputs } from "./plan-outputs.ts";
import { selectQuestions } from "./select-questions.ts";
import type { VerifyOptions } from "./verify-command.ts";

/** What `verify` leaves in a log's header, so that the log alone is enough to go on. */
const Notes = z.object({
  benchmark_file: z.string().optional(),
  question_ids: z.array(z.string()).optional(),
  outputs: z.array(z.string()).optional(),
});

/** A run that is ready to start. */
export interface PreparedRun {
  readonly benchmark: Benchmark;
  readonly questions: readonly Question[];
  /** Environment included. */
  readonly config: VerificationConfig;
  readonly resolved: ResolvedConfig;
  readonly outputs: OutputPlan;
  readonly runName: string | null;
  /** For the header of the log. */
  readonly notes: JsonObject;
}

/**
 * Puts together what to run: benchmark, configuration, questions and outputs. A resumed run takes from its log what is
 * not given again. Asks no model and writes nothing.
 */
export async function prepareRun(
  benchmarkFile: string | undefined,
  options: VerifyOptions,
  io: CommandIo,
): Promise<PreparedRun> {
  const { workingDirectory, environment } = io;
  const header =
    options.resume === undefined ? undefined : await headerOf(path.resolve(workingDirectory, options.resume));
  const notes = header === undefined ? undefined : Notes.parse(header);
  const file = benchmarkFile ?? notes?.benchmark_file;
  if (file === undefined) {
    throw usageError("`verify` needs a benchmark.", "Such as: karenina verify benchmark.ts --preset fast");
  }
  const base = header === undefined ? undefined : decodeConfig(header.config, "The settings in the log");
  const config = withEnvironment(await configFromOptions(options, io, base), environment);
  requireModels(config);
  const resolved = resolveConfig(config, { names: "file" });
  const benchmark = await loadBenchmark(file, workingDirectory);
  const ids = selectQuestions(benchmark.content.questions, options) ?? notes?.question_ids;
  const questions = selectedQuestions(benchmark, ids);
  const planned = planOutputs(
    { output: options.output, resume: options.resume, benchmarkName: benchmark.name },
    io,
  );
  const outputs =
    header === undefined || planned.exports.length > 0
      ? planned
      : withEarlierExports(planned, notes?.outputs);
  return {
    benchmark,
    questions,
    config,
    resolved,
    outputs,
    runName: options.runName ?? header?.runName ?? null,
    notes: {
      ...(ids !== undefined && { question_ids: [...ids] }),
      ...(outputs.exports.length > 0 && { outputs: outputs.exports.map((output) => output.path) }),
      benchmark_file: path.resolve(workingDirectory, file),
    },
  };
}

async function headerOf(log: string): Promise<ResultLogHeader> {
  return (await scanResultLog(log)).header;
}

function requireModels(config: VerificationConfig): void {
  const missing = [
    ...((config.answeringModels ?? []).length === 0 ? ["a model to test"] : []),
    ...((config.parsingModels ?? []).length === 0 ? ["a model to judge the answers"] : []),
  ];
  if (missing.length === 0) return;
  throw usageError(
    `\`verify\` needs ${missing.join(" and ")}.`,
    "Use --preset NAME, or flags such as: --base-url http://localhost:8000/v1 --answering-model qwen3 --parsing-model qwen3",
  );
}

/** The exports that the interrupted run was to write. */
function withEarlierExports(planned: OutputPlan, earlier: readonly string[] | undefined): OutputPlan {
  if (planned.log === undefined) return planned;
  const beside = exportBeside(planned.log);
  const files = earlier ?? (beside === undefined ? [] : [beside.path]);
  const exports = files.flatMap((file) => exportBeside(`${file}.jsonl`) ?? []);
  return { ...planned, exports };
}
