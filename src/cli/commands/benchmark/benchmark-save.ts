import path from "node:path";
import { oneLine } from "../../../base/index.ts";
import { benchmarkPath, checkpointPath } from "../../../benchmark/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { loadBenchmark } from "../../load-benchmark.ts";
import { refuseExisting } from "../../refuse-existing.ts";
import type { BenchmarkSaveOptions } from "./benchmark-commands.ts";

/** Writes a benchmark, such as that of a module, as a checkpoint file, or in YAML. */
export async function benchmarkSave(
  source: string,
  target: string,
  options: BenchmarkSaveOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const benchmark = await loadBenchmark(source, io.workingDirectory);
  const written = options.forPython === true ? checkpointPath : benchmarkPath;
  const file = written(path.resolve(io.workingDirectory, target));
  await refuseExisting({
    file,
    source: path.resolve(io.workingDirectory, source),
    overwrite: options.overwrite,
    replacesSource: true,
  });
  if (options.forPython === true) await benchmark.saveForPython(file);
  else await benchmark.save(file);
  print(io, oneLine(`Wrote ${file}`));
  return 0;
}
