import path from "node:path";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { packageRoot } from "../../package-root.ts";
import { shellWord } from "../../shell-word.ts";
import { verify } from "../verify/verify.ts";
import type { DemoOptions } from "./demo-command.ts";

/**
 * Verifies the recorded example of this package and says how to go on. Nothing is written, neither the environment nor the
 * working folder's `karenina.config.ts` changes it, and the package's folder is only read.
 */
export async function demo(options: DemoOptions, io: CommandIo): Promise<ExitCode> {
  const example = path.join(packageRoot(), "examples", "quickstart");
  const [benchmark, preset] = [path.join(example, "benchmark.jsonld"), path.join(example, "offline.json")];
  const run = () =>
    verify(benchmark, { ...options, preset, output: false, config: false }, { ...io, environment: {} });
  if (options.json) return run();
  print(io, "The quickstart, recorded by hand: no model is asked, and nothing is written.\n");
  const code = await run();
  const shown = (file: string) =>
    shellWord(path.relative(io.workingDirectory, file).split(path.sep).join("/"));
  print(io, "\nTo go on, keep the results and see how a verdict came about:");
  print(io, `  npx karenina verify ${shown(benchmark)} --preset ${shown(preset)} --output results.json`);
  print(io, "  npx karenina show results.json --question 15");
  print(io, "or make a project of your own:");
  print(io, "  npx karenina init my-benchmark");
  return code;
}
