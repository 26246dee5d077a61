import type { Command } from "commander";
import { text } from "../../option-values.ts";

/** What was given to `karenina report`; what was not given is absent. */
export interface ReportOptions {
  readonly output: string;
  readonly title?: string;
  readonly split?: boolean;
  readonly files?: string;
  readonly overwrite?: boolean;
}

const examples = `
Examples:
  npx karenina report results.json -o report.html
  npx karenina report monday.jsonl tuesday.jsonl -o week.html --title "This week"
  npx karenina report large.jsonl -o large.html --split`;

/** Describes `karenina report`. */
export function describeReport(command: Command): Command {
  return command
    .description("write results as a page for browsers: one file, which opens from disk and asks no network")
    .argument("<results...>", "results of runs: logs (.jsonl) or JSON exports (.json)")
    .requiredOption("-o, --output <file>", "where to write it: .html", text)
    .option("--title <text>", "what it is called; default: the benchmark's name", text)
    .option("--split", "put the details into a folder beside it, for 20,000 results and more")
    .option("--files <folder>", "show the files of agents from here: workspaces that the runs kept", text)
    .option("--overwrite", "replace a file that exists")
    .option("--debug", "show where errors happened")
    .addHelpText("after", examples);
}
