import { type Command, Option } from "commander";
import { type Formulas, formulasOption } from "../../formulas-option.ts";
import { text } from "../../option-values.ts";
import { resultsHelp } from "../../results-help.ts";

/** How an answer is printed. */
export const answerFormats = ["table", "csv", "json", "jsonl"] as const;
export type AnswerFormat = (typeof answerFormats)[number];

/** What was given to `karenina query`; what was not given is absent. */
export interface QueryCommandOptions {
  readonly tables?: boolean;
  readonly format?: AnswerFormat;
  readonly output?: string;
  readonly overwrite?: boolean;
  readonly formulas?: Formulas;
  readonly bom?: boolean;
}

const examples = `
Examples:
  npx karenina query --tables
  npx karenina query results.jsonl "select outcome, count(*) from results group by all"
  npx karenina query old.jsonl new.jsonl "select run, trait_name, avg(trait_score) from traits group by all order by all"
  npx karenina query results.jsonl "from fields where not field_match" -o wrong-fields.parquet`;

/** Describes `karenina query`. */
export function describeQuery(command: Command): Command {
  return command
    .description("ask the results of runs in SQL (DuckDB)")
    .argument("[runs...]", `${resultsHelp.several}, and behind them the SQL`)
    .option("--tables", "explain the tables and their columns; with names, only those")
    .addOption(
      new Option("--format <form>", "how to print the answer, by default as a table").choices(answerFormats),
    )
    .option("-o, --output <file>", "write the answer whole to a .csv, .json, .jsonl or .parquet", text)
    .option("--overwrite", "replace a file that exists")
    .addOption(formulasOption())
    .option("--bom", "begin .csv with the mark by which spreadsheets know UTF-8")
    .option("--debug", "show where errors happened")
    .addHelpText("after", examples);
}
