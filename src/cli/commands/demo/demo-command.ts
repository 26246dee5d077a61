import type { Command } from "commander";

/** What was given to `karenina demo`. */
export interface DemoOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Describes `karenina demo`. */
export function describeDemo(command: Command): Command {
  return command
    .description("run the example that comes with karenina: no key, no network")
    .option("--json", "print the summary as JSON")
    .option("--quiet", "no progress")
    .option("--debug", "show where errors happened");
}
