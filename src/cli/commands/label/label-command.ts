import type { Command } from "commander";
import { count, text, wholeNumber } from "../../option-values.ts";
import { resultsHelp } from "../../results-help.ts";

/** What was given to `karenina label`; what was not given is absent. */
export interface LabelOptions {
  readonly rater?: string;
  readonly labels?: string;
  readonly sample?: number;
  readonly seed?: number;
  readonly to?: string;
  readonly from?: string;
  readonly overwrite?: boolean;
}

const examples = `
Examples:
  npx karenina label run.jsonl --rater ana
  npx karenina label run.jsonl --to for-colleagues.csv --sample 60 --seed 1
  npx karenina label run.jsonl --from from-ben.csv --rater ben

Exit codes: 0 done, 1 something could not be read or written, 2 wrong usage, 130 interrupted.`;

/** Describes `karenina label`. */
export function describeLabel(command: Command): Command {
  return command
    .description(
      "say yourself what a judge said, of some answers that are drawn, to see how far it can be trusted",
    )
    .argument("<results>", resultsHelp.one)
    .option("--rater <name>", "who labels", text)
    .option("--labels <file>", "the file of labels; default: beside the results, ending in .labels.csv", text)
    .option("--sample <n>", "how many answers are drawn where there is no file yet; default: 60", count)
    .option("--seed <n>", "of what is drawn", wholeNumber)
    .option("--to <file>", "write a table for colleagues to fill in, .csv or .xlsx, and ask nothing", text)
    .option("--from <file>", "take over a table that somebody has filled in, and ask nothing", text)
    .option("--overwrite", "with --to: replace a file that exists")
    .option("--debug", "show where errors happened")
    .addHelpText("after", examples);
}
