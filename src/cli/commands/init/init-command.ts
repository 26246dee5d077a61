import type { Command } from "commander";

/** What was given to `karenina init`. */
export interface InitOptions {
  readonly force?: boolean;
  readonly yaml?: boolean;
}

/** Describes `karenina init`. */
export function describeInit(command: Command): Command {
  return command
    .description("make a small project: a benchmark, a preset and what goes with them")
    .argument("[folder]", "where to make it", ".")
    .option("--yaml", "with the benchmark in YAML, without programming")
    .option("--force", "replace files that exist")
    .option("--debug", "show where errors happened");
}
