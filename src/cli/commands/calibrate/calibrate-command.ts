import type { Command } from "commander";
import { count, gathered, text } from "../../option-values.ts";

/** What was given to `karenina calibrate`; what was not given is absent. */
export interface CalibrateCommandOptions {
  readonly labels: string;
  readonly rater?: readonly string[];
  readonly limit?: number;
  /** False: `--no-color`. */
  readonly color?: boolean;
  readonly json?: boolean;
}

const examples = `
Examples:
  npx karenina calibrate run.jsonl --labels labels.csv
  npx karenina calibrate run.jsonl --labels labels.csv --json
  npx karenina calibrate old-prompt.jsonl new-prompt.jsonl --labels labels.csv`;

/** Describes `karenina calibrate`. */
export function describeCalibrate(command: Command): Command {
  return command
    .description(
      "hold judges against labels of persons: how often they err, and pass rates without their errors",
    )
    .argument("<results...>", "results of runs of the same answers: logs (.jsonl) or JSON exports (.json)")
    .requiredOption("--labels <file>", "labels, see `karenina label`: .csv or .xlsx", text)
    .option("--rater <name>", "only the labels of this rater; may be repeated", gathered)
    .option("--limit <n>", "at most so many disagreements of each kind; default: 3", count)
    .option("--no-color", "no colours, and ASCII signs; texts stay as they are")
    .option("--json", "print the figures as JSON")
    .option("--debug", "show where errors happened")
    .addHelpText("after", examples);
}
