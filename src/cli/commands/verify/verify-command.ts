import { type Command, Option } from "commander";
import type { ExportFormat } from "../../../result/index.ts";
import { addConfigOptions, type ConfigOptions } from "../../config-options.ts";
import { type Formulas, formulasOption } from "../../formulas-option.ts";
import { addGateOptions, type GateOptions } from "../../gates/gate-options.ts";
import type { ExtensionOptions } from "../../load-extensions.ts";
import { addModuleOptions } from "../../module-options.ts";
import { count, gathered, share, text } from "../../option-values.ts";
import { outputFormatOption } from "../../output-format-option.ts";
import { refuseBothSpellings } from "../../refuse-both-spellings.ts";
import type { AnswersToJudge } from "./judged-answers.ts";

/** What was given to `karenina verify`; what was not given is absent. */
export interface VerifyOptions extends ConfigOptions, ExtensionOptions, GateOptions {
  readonly app?: readonly string[];
  readonly interactive?: boolean;
  readonly mode?: (typeof interactiveModes)[number];
  readonly questions?: string;
  readonly questionIds?: string;
  readonly scenario?: readonly string[];
  readonly runName?: string;
  readonly record?: string;
  readonly resume?: string;
  readonly retryFailed?: boolean;
  readonly trustLog?: boolean;
  readonly answersFrom?: string;
  readonly missingAnswers?: "ask" | "leave";
  readonly extend?: string;
  /** The answers that `karenina judge` judges. */
  readonly answers?: AnswersToJudge;
  readonly dryRun?: boolean;
  /** True: no folder is named. */
  readonly cache?: string | true;
  readonly cacheMaxDays?: number;
  readonly cacheMaxMb?: number;
  readonly telemetry?: boolean;
  readonly workspaceRoot?: string;
  /** True: the one that the environment names. */
  readonly store?: string | true;
  readonly detach?: boolean;
  /** False: `--no-output`. */
  readonly output?: readonly string[] | false;
  readonly overwrite?: boolean;
  readonly failUnder?: number;
  readonly outputFormat?: ExportFormat;
  readonly formulas?: Formulas;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly debug?: boolean;
}

const interactiveModes = ["basic", "advanced"] as const;

const examples = `
Examples:
  npx karenina verify benchmark.ts --preset fast
  npx karenina verify benchmark.jsonld --base-url http://localhost:8000/v1 --answering-model qwen3 --parsing-model qwen3
  npx karenina verify benchmark.ts --preset fast --questions 0-4,7 --output results.json --output results.csv
  npx karenina verify benchmark.ts --app ./app.ts --parsing-provider openai --parsing-model gpt-5
  npx karenina verify benchmark.ts --interactive
  npx karenina verify --resume karenina-results/drug-targets-20260131T120000Z-3f09ac.jsonl --retry-failed
  npx karenina verify benchmark.ts --preset ci --fail-under 90%
  npx karenina verify benchmark.ts --answers-from run.jsonl --parsing-model gpt-5 --parsing-provider openai
  npx karenina verify --extend run.jsonl --answering-model qwen3

Exit codes: 0 the run is complete, 1 it is not, or missed --fail-under or a gate,
2 wrong usage or a model that cannot be used, 130 interrupted.`;

/** Describes `karenina verify` without loading what it runs on. */
export function describeVerify(command: Command): Command {
  command
    .description("run a benchmark and report what the models got right")
    .argument(
      "[benchmark]",
      "benchmark file: .jsonld, .json, .yaml, or a module that exports one by default (.ts, .mts, .js, .mjs)",
    )
    .optionsGroup("At the terminal:")
    .option("--interactive", "ask for everything at the terminal, and offer to save it as a preset")
    .addOption(
      new Option("--mode <mode>", "with --interactive: how much is asked").choices(interactiveModes),
    );
  addQuestionOptions(command)
    .option("--scenario <name>", "a scenario, by its name; may be repeated", gathered)
    .optionsGroup("Models:")
    .option("--app <file>", "a module whose functions are tested; may be repeated", gathered);
  addConfigOptions(command)
    .option("--resume <file>", "go on with an interrupted run from its log", text)
    .option("--retry-failed", "with --resume: also repeat tasks whose model could not be reached")
    .option(
      "--trust-log",
      "with --resume or --extend: do what the log says, though no run of yours has written it",
    )
    .option("--answers-from <run>", "judge the answers of an earlier run, a log or JSON export, anew", text)
    .addOption(
      new Option(
        "--missing-answers <what>",
        "with --answers-from: answers it does not have; default: leave",
      ).choices(["ask", "leave"]),
    )
    .option("--extend <run>", "take over what an earlier run knows, and ask only for the rest", text);
  return refuseBothSpellings(addRunOptions(command).addHelpText("after", examples));
}

/** Adds the options that choose questions. */
export function addQuestionOptions(command: Command): Command {
  return command
    .optionsGroup("Questions:")
    .option("--questions <list>", "by place from 0: 0,3,5-9", text)
    .option("--question-ids <list>", "by id, separated by commas", text)
    .option(
      "--workspace-root <folder>",
      "where the folders of questions are; default: beside the benchmark",
      text,
    );
}

/** Adds the options that any run has: what is asked, where results go, and what must hold of them. */
export function addRunOptions(command: Command): Command {
  command
    .option("--dry-run", "print what would be asked, what is taken over and the price, and ask nothing")
    .option(
      "--cache [dir]",
      "keep replies of models, and ask nothing that is kept; default: a folder of yours",
      text,
    )
    .option("--cache-max-days <n>", "with --cache: how long replies are kept; default: 90", count)
    .option("--cache-max-mb <n>", "with --cache: how many megabytes of them; default: 1000", count)
    .option("--record <file>", "record every exchange for --replay", text)
    .option(
      "--telemetry",
      "spans of OpenTelemetry; refused where no provider is registered; default: where one is",
    )
    .option("--no-telemetry", "no spans");
  addModuleOptions(command)
    .optionsGroup("Output:")
    .option(
      "--output <file>",
      "results as .json, .csv, .jsonl, or .jsonl.zst, which is packed; may be repeated",
      gathered,
    )
    .option("--no-output", "keep results in memory only")
    .option(
      "--store [address]",
      "keep the run in a database: postgres://… for workers on any machine, sqlite:FILE for this one",
      text,
    )
    .option("--detach", "with --store postgres://…: do not wait for the end of the run")
    .addOption(outputFormatOption())
    .addOption(formulasOption())
    .option("--overwrite", "replace .json and .csv files that exist")
    .option("--run-name <name>", "name stored with every result", text)
    .option("--fail-under <rate>", "exit with 1 when fewer tasks pass: 0.9 or 90%", share);
  return addGateOptions(command)
    .option("--json", "print the summary as JSON")
    .addOption(new Option("--quiet", "no progress").conflicts("verbose"))
    .option("--verbose", "a line for every finished task")
    .option("--debug", "show where errors happened");
}
