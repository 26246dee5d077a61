import type { Command } from "commander";
import {
  addGateOptions,
  addUnfinishedOption,
  type GateOptions,
  type UnfinishedOption,
} from "../../gates/gate-options.ts";
import { type BreakdownKey, breakdownHelp, breakdownKeys } from "../../grouping-option.ts";
import { labelsHelp } from "../../labels-help.ts";
import { count, gathered, text } from "../../option-values.ts";
import { resultsHelp } from "../../results-help.ts";

/** What was given to `karenina report`; what was not given is absent. */
export interface ReportOptions extends GateOptions, UnfinishedOption {
  /** Files, each in the form that its ending says. */
  readonly output?: readonly string[];
  /** What annotations point at; true: nothing. */
  readonly annotations?: string | true;
  readonly stepSummary?: boolean;
  /** Entries of lists in Markdown. */
  readonly limit?: number;
  readonly title?: string;
  readonly by?: readonly BreakdownKey[];
  readonly benchmark?: string;
  /** Files of labels. */
  readonly labels?: readonly string[];
  readonly split?: boolean;
  readonly files?: string;
  readonly overwrite?: boolean;
}

const examples = `
Examples:
  npx karenina report results.json -o report.html
  npx karenina report monday.jsonl tuesday.jsonl -o week.html --title "This week"
  npx karenina report large.jsonl -o large.html --split
  npx karenina report today.json --baseline last-week.json -o report.md -o junit.xml`;

/** Describes `karenina report`. */
export function describeReport(command: Command): Command {
  command
    .description(
      "write results for others: a page for browsers, Markdown, JUnit, JSON, annotations of GitHub",
    )
    .argument("<results...>", resultsHelp.several)
    .option(
      "-o, --output <file>",
      "where to write it: .html, .md, .xml (JUnit), .json; may be repeated",
      gathered,
    )
    .option("--title <text>", "what it is called; default: the benchmark's name", text)
    .option(
      "--by <key>",
      "in a page and JSON also rates by property:NAME or adele:SCALE of questions; may be repeated",
      breakdownKeys,
    )
    .option("--benchmark <file>", breakdownHelp.benchmark, text)
    .option("--labels <file>", `${labelsHelp}; may be repeated, a file for each run`, gathered)
    .option("--split", "put the details into a folder beside it, for 20,000 results and more")
    .option("--files <folder>", "show the files of agents from here: workspaces that the runs kept", text)
    .option("--annotations [file]", "print annotations for GitHub Actions, which point at this file", text)
    .option("--step-summary", "append the Markdown to the summary of a step of GitHub Actions")
    .option("--limit <n>", "in Markdown at most so many questions in a list; default: 20", count);
  return addUnfinishedOption(addGateOptions(command))
    .option("--overwrite", "replace a file that exists")
    .option("--debug", "show where errors happened")
    .addHelpText("after", examples);
}
