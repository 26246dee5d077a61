import { type Command, Option } from "commander";
import { type SuiteSystem, suiteSystems } from "../../../import/index.ts";
import { text } from "../../option-values.ts";

/** What was given to `karenina import`; what was not given is absent. */
export interface ImportOptions {
  readonly output?: string;
  readonly from?: SuiteSystem | "table";
  /** A file to write. */
  readonly answers?: string;
  readonly name?: string;
  readonly question?: string;
  readonly answer?: string;
  readonly id?: string;
  /** Each a column, perhaps with a colon and what separates keywords. */
  readonly keywords?: readonly string[];
  readonly author?: string;
  readonly authorEmail?: string;
  readonly authorAffiliation?: string;
  readonly url?: string;
  readonly notes?: string;
  readonly property?: readonly string[];
  readonly ignore?: readonly string[];
  readonly sheet?: string;
  readonly split?: string;
  readonly encoding?: string;
  readonly delimiter?: string;
  /** False: `--no-header`. */
  readonly header: boolean;
  readonly duplicates: "fail" | "skip" | "keep";
  readonly skipIncomplete?: boolean;
  readonly dryRun?: boolean;
  readonly update?: boolean;
  readonly takeNear?: boolean;
  readonly remove?: boolean;
  readonly overwrite?: boolean;
  readonly yes?: boolean;
}

const examples = `
Examples:
  npx karenina import questions.csv -o benchmark.yaml
  npx karenina import questions.xlsx --sheet Final --question Frage --answer Antwort --keywords "Themen:;" -o benchmark.yaml
  npx karenina import questions.csv -o benchmark.yaml --dry-run
  npx karenina import questions.csv -o benchmark.yaml --update
  npx karenina import promptfooconfig.yaml -o benchmark.yaml
  npx karenina import run.eval -o benchmark.yaml --answers answers.jsonl

Exit codes: 0 written, or shown with --dry-run, 1 nothing was written, 2 wrong usage, 130 interrupted.`;

const several = (value: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  text(value),
];

const delimiter = (value: string): string => (value === "\\t" ? "\t" : value);

/** Describes `karenina import`. */
export function describeImport(command: Command): Command {
  return command
    .description(
      "make a benchmark of a table of questions or a suite of another system, or bring one up to date with a table",
    )
    .argument(
      "<file>",
      "a table (.csv, .tsv, .xlsx, .ods, .json, .jsonl, .parquet), the folder of a dataset of Hugging Face, or a suite of promptfoo, inspect_ai, lm-eval, DeepEval or RAGAS",
    )
    .option(
      "-o, --output <file>",
      "the benchmark: .yaml or .jsonld; default: the file's name with .yaml",
      text,
    )
    .addOption(
      new Option("--from <system>", "what the file is; default: as it looks").choices([
        "table",
        ...suiteSystems,
      ]),
    )
    .option(
      "--answers <file>",
      "also write the answers that a log or suite holds, as .jsonl for `karenina judge`",
      text,
    )
    .option("--name <name>", "the name of a new benchmark; default: the file's name", text)
    .optionsGroup("Columns, by their names; those that are not named are known by theirs:")
    .option("--question <column>", "the question", text)
    .option("--answer <column>", "the expected answer", text)
    .option("--id <column>", "an id that stays when the text changes", text)
    .option(
      "--keywords <column[:separator]>",
      "keywords, such as tags:; for those parted by semicolons; may be repeated",
      several,
    )
    .option("--author <column>", "who wrote the question", text)
    .option("--author-email <column>", "the author's address", text)
    .option("--author-affiliation <column>", "where the author works", text)
    .option("--url <column>", "where the answer can be looked up", text)
    .option("--notes <column>", "what a judge should know about the answer", text)
    .option(
      "--property <column>",
      "a property of the question; may be repeated; default: all other columns",
      several,
    )
    .option("--ignore <column>", "leave a column out; may be repeated", several)
    .optionsGroup("How the table is read; found out where it is not given:")
    .option("--sheet <name>", "which sheet of a workbook", text)
    .option("--split <name>", "which split of a dataset in a folder", text)
    .option("--encoding <name>", "such as utf-8, windows-1252, utf-16le", text)
    .option("--delimiter <character>", "what separates values; \\t is a tab", delimiter)
    .option("--no-header", "the first row is a question; columns are called A, B, C")
    .optionsGroup("What is written:")
    .addOption(
      new Option("--duplicates <what>", "rows with a question that stands above: refuse, leave out, or keep")
        .choices(["fail", "skip", "keep"])
        .default("fail"),
    )
    .option("--skip-incomplete", "leave rows out that lack question or answer")
    .option("--dry-run", "show what would be written, and write nothing")
    .option("--update", "bring a benchmark that exists up to date")
    .option("--take-near", "with --update: a text that is nearly that of a question is that question, edited")
    .option("--remove", "with --update: take out questions that stand in no row")
    .option("--overwrite", "replace a file that exists, with all that was added to it")
    .option("-y, --yes", "ask nothing")
    .option("--debug", "show where errors happened")
    .addHelpText("after", examples);
}
