import type { Command } from "commander";
import { addConfigOptions, type ConfigOptions } from "../../config-options.ts";
import { gathered, share, text } from "../../option-values.ts";

/** What was given to `karenina verify`; what was not given is absent. */
export interface VerifyOptions extends ConfigOptions {
  readonly questions?: string;
  readonly questionIds?: string;
  readonly runName?: string;
  readonly record?: string;
  readonly resume?: string;
  readonly retryFailed?: boolean;
  /** False: `--no-output`. */
  readonly output?: readonly string[] | false;
  readonly failUnder?: number;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly debug?: boolean;
}

const examples = `
Examples:
  karenina verify benchmark.ts --preset fast
  karenina verify benchmark.jsonld --base-url http://localhost:8000/v1 --answering-model qwen3 --parsing-model qwen3
  karenina verify benchmark.ts --preset fast --questions 0-4,7 --output results.json --output results.csv
  karenina verify --resume karenina-results/drug-targets-20260131T120000Z.jsonl
  karenina verify benchmark.ts --preset ci --fail-under 90%

Exit codes: 0 the run completed, 1 it could not, or missed --fail-under, 2 wrong usage, 130 interrupted.`;

/** Describes `karenina verify` without loading what it runs on. */
export function describeVerify(command: Command): Command {
  command
    .description("run a benchmark and report what the models got right")
    .argument(
      "[benchmark]",
      "benchmark file: .jsonld, .json, or a module that exports one by default (.ts, .js)",
    )
    .optionsGroup("Questions:")
    .option("--questions <list>", "by place from 0: 0,3,5-9", text)
    .option("--question-ids <list>", "by id, separated by commas", text);
  return addConfigOptions(command)
    .option("--resume <file>", "go on with an interrupted run from its log", text)
    .option("--retry-failed", "with --resume: also repeat tasks whose model could not be reached")
    .option("--record <file>", "record every exchange for --replay", text)
    .optionsGroup("Output:")
    .option("--output <file>", "results as .json, .csv or .jsonl; may be repeated", gathered)
    .option("--no-output", "keep results in memory only")
    .option("--run-name <name>", "name stored with every result", text)
    .option("--fail-under <rate>", "exit with 1 when fewer tasks pass: 0.9 or 90%", share)
    .option("--json", "print the summary as JSON")
    .option("--quiet", "no progress")
    .option("--verbose", "a line for every finished task")
    .option("--debug", "show where errors happened")
    .addHelpText("after", examples);
}
