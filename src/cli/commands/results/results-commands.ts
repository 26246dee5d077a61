import type { Command } from "commander";
import type { ExportFormat } from "../../../result/index.ts";
import { type Formulas, formulasOption } from "../../formulas-option.ts";
import { text } from "../../option-values.ts";
import { outputFormatOption } from "../../output-format-option.ts";

/** What was given to `karenina results save`. */
export interface ResultsSaveOptions {
  readonly formulas?: Formulas;
  readonly outputFormat?: ExportFormat;
  readonly table?: string;
  readonly bom?: boolean;
  readonly overwrite?: boolean;
}

/** What was given to `karenina results import-database`. */
export interface ImportDatabaseOptions {
  readonly run?: string;
  readonly overwrite?: boolean;
}

/** Describes `karenina results import-database`. */
export function describeImportDatabase(command: Command): Command {
  return command
    .description("write the results in a database of the Python system as .json or .csv")
    .argument("<database>", "its file of SQLite")
    .argument("<file>", "where to write them: .json or .csv")
    .option("--run <name>", "only those of one run, by its name or id", text)
    .option("--overwrite", "replace a file that exists")
    .option("--debug", "show where errors happened");
}

/** Describes `karenina results save`. */
export function describeResultsSave(command: Command): Command {
  return command
    .description("write the results of a log or an export as .json or .csv, or a table of them")
    .argument("<results>", "results log (.jsonl) or JSON export (.json), of the Python system too")
    .argument("<file>", "where to write them: .json or .csv; a table: .csv, .jsonl or .parquet")
    .option(
      "--table <name>",
      "write one of the tables that `karenina query --tables` explains, such as fields",
      text,
    )
    .option("--bom", "begin the .csv of a table with the mark by which spreadsheets know UTF-8")
    .addOption(outputFormatOption())
    .addOption(formulasOption())
    .option("--overwrite", "replace a file that exists")
    .option("--debug", "show where errors happened");
}
