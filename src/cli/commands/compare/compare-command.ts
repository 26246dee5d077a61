import { type Command, InvalidArgumentError, Option } from "commander";
import type { CompareBy, QuestionGrouping } from "../../../analysis/index.ts";
import { addUnfinishedOption, type UnfinishedOption } from "../../gates/gate-options.ts";
import { groupingKey } from "../../grouping-option.ts";
import { labelsHelp } from "../../labels-help.ts";
import { count, gathered, innerShare, share, text, wholeNumber } from "../../option-values.ts";
import { resultsHelp } from "../../results-help.ts";

/** What was given to `karenina compare`; what was not given is absent. */
export interface CompareCommandOptions extends UnfinishedOption {
  readonly by?: CompareBy;
  readonly model?: readonly string[];
  readonly cluster?: "question" | QuestionGrouping;
  readonly benchmark?: string;
  /** Files of labels. */
  readonly labels?: readonly string[];
  readonly alpha?: number;
  readonly seed?: number;
  readonly limit?: number;
  readonly failIfWorse?: number;
  /** A keyword; true: of any question. */
  readonly failOnBroken?: string | true;
  /** False: `--no-color`. */
  readonly color?: boolean;
  readonly json?: boolean;
}

const examples = `
Examples:
  npx karenina compare before.json after.json
  npx karenina compare run.jsonl --model haiku --model sonnet
  npx karenina compare run.jsonl --by parsing
  npx karenina compare run.jsonl --by prompt
  npx karenina compare last-week.json today.json --fail-if-worse 2% --fail-on-broken keyword=safety

Exit codes: 0 done, 1 a gate was not met, 2 wrong usage.`;

/** Describes `karenina compare`. */
export function describeCompare(command: Command): Command {
  command
    .description("compare runs, or the models of one: differences, what broke and was mended")
    .argument("<results...>", `${resultsHelp.several}; what is compared with comes first`)
    .addOption(
      new Option("--by <what>", "of one run: its models under test, its judges, or its prompts").choices([
        "answering",
        "parsing",
        "prompt",
      ]),
    )
    .option(
      "--model <id>",
      "only this model, judge or prompt, as --by says; may be repeated, what is compared with first",
      gathered,
    )
    .option(
      "--cluster <key>",
      "what depends on one another: question, keyword, author, length, property:NAME, adele:SCALE; default: question",
      clusterKey,
    )
    .option(
      "--benchmark <file>",
      "benchmark of the runs, for --cluster author, property:NAME or adele:SCALE",
      text,
    )
    .option("--labels <file>", `${labelsHelp}; may be repeated, a file for each run`, gathered)
    .option(
      "--alpha <share>",
      "how often a difference may be found where there is none; default: 0.05",
      innerShare,
    )
    .option("--seed <n>", "of what is drawn", wholeNumber)
    .option("--limit <n>", "at most so many questions and keywords in a list; default: 20", count)
    .option(
      "--fail-if-worse <share>",
      "exit with 1 when passes are rarer than the first's by more than this, 2% say, and not by chance",
      share,
    )
    .option(
      "--fail-on-broken [keyword]",
      "exit with 1 when a question broke that the first passes: any, or one with keyword=WORD",
      keywordCondition,
    );
  return addUnfinishedOption(command)
    .option("--no-color", "no colours, and ASCII signs; texts stay as they are")
    .option("--json", "print the comparison as JSON")
    .option("--debug", "show where errors happened")
    .addHelpText("after", examples);
}

function clusterKey(key: string): "question" | QuestionGrouping {
  const known = key === "question" ? key : groupingKey(key);
  if (known !== undefined) return known;
  throw new InvalidArgumentError("Expected question, keyword, author, length, property:NAME or adele:SCALE.");
}

function keywordCondition(given: string): string {
  const word = given.startsWith("keyword=") ? given.slice("keyword=".length).trim() : "";
  if (word !== "") return word;
  throw new InvalidArgumentError("Expected keyword=WORD, or nothing for any question.");
}
