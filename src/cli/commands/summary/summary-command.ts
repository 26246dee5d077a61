import type { Command } from "commander";
import {
  addGateOptions,
  addUnfinishedOption,
  type GateOptions,
  type UnfinishedOption,
} from "../../gates/gate-options.ts";
import { type BreakdownKey, breakdownHelp, breakdownKeys } from "../../grouping-option.ts";
import { labelsHelp } from "../../labels-help.ts";
import { text } from "../../option-values.ts";
import { resultsHelp } from "../../results-help.ts";

/** What was given to `karenina summary`; what was not given is absent. */
export interface SummaryCommandOptions extends GateOptions, UnfinishedOption {
  /** False: `--no-color`. */
  readonly color?: boolean;
  readonly json?: boolean;
  readonly by?: readonly BreakdownKey[];
  readonly benchmark?: string;
  /** A file of labels. */
  readonly labels?: string;
}

const examples = `
Examples:
  npx karenina summary results.json
  npx karenina summary results.json --json
  npx karenina summary results.json --by keyword --by property:level --benchmark benchmark.yaml
  npx karenina summary today.json --gates gates.yaml --baseline last-week.json`;

/** Describes `karenina summary`. */
export function describeSummary(command: Command): Command {
  command
    .description("sum up the results of a run, as the run did at its end")
    .argument("<results>", resultsHelp.one);
  command
    .option("--by <key>", breakdownHelp.by, breakdownKeys)
    .option("--benchmark <file>", breakdownHelp.benchmark, text)
    .option("--labels <file>", labelsHelp, text);
  return addUnfinishedOption(addGateOptions(command))
    .option("--no-color", "no colours, and ASCII signs; texts stay as they are")
    .option("--json", "print the numbers as JSON")
    .option("--debug", "show where errors happened")
    .addHelpText("after", examples);
}
