import path from "node:path";
import { oneLine } from "../../../base/index.ts";
import { benchmarkPath } from "../../../benchmark/index.ts";
import { Benchmark } from "../../../verify/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { loadBenchmark } from "../../load-benchmark.ts";
import { refuseExisting } from "../../refuse-existing.ts";
import type { BenchmarkConvertOptions, TemplateLanguage } from "./benchmark-commands.ts";
import { type LeftTemplate, translateTemplates } from "./translate-templates.ts";

/** Writes a benchmark with its templates in another language. Nothing is written when one of them cannot be. */
export async function benchmarkConvert(
  source: string,
  { to, output, keepCode, overwrite }: BenchmarkConvertOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const target = benchmarkPath(path.resolve(io.workingDirectory, output ?? usualOutput(source, to)));
  const isYaml = /\.ya?ml$/i.test(target);
  if (isYaml !== (to === "yaml"))
    throw usageError(
      `--to ${to} writes a ${to === "yaml" ? ".yaml" : ".jsonld"} file, not ${path.basename(target)}.`,
      "Give --output another ending.",
    );
  await refuseExisting({
    ...{ file: target, source: path.resolve(io.workingDirectory, source) },
    ...{ overwrite, replacesSource: true },
  });
  const benchmark = await loadBenchmark(source, io.workingDirectory);
  const { content, left } = await translateTemplates(benchmark.content, to);
  for (const { path: place, message } of benchmark.warnings)
    io.stderr.write(`${oneLine(`warning: ${place}: ${message}`)}\n`);
  if (left.length > 0) {
    for (const line of leftLines(left)) io.stderr.write(`${line}\n`);
    if (keepCode !== true) {
      io.stderr.write("Nothing was written; --keep-code writes the others, and these as they are.\n");
      return 1;
    }
  }
  await new Benchmark({ content }).save(target);
  print(io, oneLine(`Wrote ${target}`));
  if (to === "python" && left.length > 0)
    io.stderr.write(
      "The Python system refuses a file with templates in another language; `karenina benchmark save` with --for-python writes one that it opens.\n",
    );
  return 0;
}

/** The file beside the source with the ending of the form. */
function usualOutput(source: string, to: TemplateLanguage): string {
  const { dir, name } = path.parse(source);
  return path.join(dir, `${name}.${to === "yaml" ? "yaml" : "jsonld"}`);
}

/** Templates are named up to this number. */
const mostNamed = 20;

function leftLines(left: readonly LeftTemplate[]): readonly string[] {
  const count = left.length === 1 ? "1 template cannot" : `${left.length} templates cannot`;
  const more = left.length > mostNamed ? [`  … and ${left.length - mostNamed} more`] : [];
  const named = left
    .slice(0, mostNamed)
    .map(({ question, reason }) => `  ${oneLine(`${question}: ${reason}`)}`);
  return [`${count} be translated:`, ...named, ...more];
}
