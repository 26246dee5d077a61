import type { Command } from "commander";
import { count, text } from "../../option-values.ts";

/** What was given to `karenina show`; what was not given is absent. */
export interface ShowOptions {
  readonly question?: string;
  readonly model?: string;
  readonly judge?: string;
  readonly replicate?: number;
  readonly attribute?: string;
  readonly full?: boolean;
  /** False: `--no-color`. */
  readonly color?: boolean;
  readonly json?: boolean;
}

const examples = `
Examples:
  npx karenina show results.json
  npx karenina show karenina-results/drug-targets-20260131T120000Z-3f09ac.jsonl --question 3
  npx karenina show results.json --question q7 --model haiku --attribute target`;

/** Describes `karenina show`. */
export function describeShow(command: Command): Command {
  return command
    .description("show results with the evidence behind them")
    .argument("<results>", "results of a run: its log (.jsonl) or JSON export (.json)")
    .option("--question <id>", "an id, the beginning of one, or a place in the list, from 0", text)
    .option("--model <id>", "model under test: its id or name, or the beginning of it", text)
    .option("--judge <id>", "the same for the judge", text)
    .option("--replicate <n>", "replicate, from 1", count)
    .option("--attribute <name>", "evidence of this attribute or trait only", text)
    .option("--full", "cut nothing short, and show whole traces")
    .option("--no-color", "no colours, and ASCII signs; texts stay as they are")
    .option("--json", "print the results as JSON")
    .option("--debug", "show where errors happened")
    .addHelpText("after", examples);
}
