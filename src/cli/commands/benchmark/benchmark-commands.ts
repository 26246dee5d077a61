import { type Command, Option } from "commander";
import { seconds } from "../../option-values.ts";

/** What was given to `karenina benchmark show` and `validate`. */
export interface BenchmarkReadOptions {
  readonly json?: boolean;
}

/** What was given to `karenina benchmark validate`. */
export interface BenchmarkValidateOptions extends BenchmarkReadOptions {
  /** Seconds. */
  readonly timeLimit?: number;
}

const file = [
  "<benchmark>",
  ".jsonld, .json, .yaml, or a module that exports a benchmark by default (.ts, .mts, .js, .mjs)",
] as const;

/** Describes `karenina benchmark show`. */
export function describeBenchmarkShow(command: Command): Command {
  return command
    .description("show a benchmark, its questions and rubrics")
    .argument(...file)
    .option("--json", "print as JSON")
    .option("--debug", "show where errors happened");
}

/** Describes `karenina benchmark validate`. */
export function describeBenchmarkValidate(command: Command): Command {
  return command
    .description("check a benchmark, its rubrics and every template; exit with 1 when something is wrong")
    .argument(...file)
    .option("--json", "print as JSON")
    .option("--time-limit <seconds>", "stop checking code after so long (default: 600)", seconds)
    .option("--debug", "show where errors happened");
}

/** What was given to `karenina benchmark save`. */
export interface BenchmarkSaveOptions {
  readonly forPython?: boolean;
  readonly overwrite?: boolean;
}

/** Describes `karenina benchmark save`. */
export function describeBenchmarkSave(command: Command): Command {
  return command
    .description("write a benchmark, such as that of a module, as a .jsonld or .yaml file")
    .argument(...file)
    .argument("<file>", "where to write it")
    .option(
      "--for-python",
      "as the Python system opens it; templates in TypeScript travel along and do not run there",
    )
    .option("--overwrite", "replace a file that exists")
    .option("--debug", "show where errors happened");
}

const templateLanguages = ["yaml", "typescript", "python"] as const;

/** What templates can be written in. */
export type TemplateLanguage = (typeof templateLanguages)[number];

/** What was given to `karenina benchmark convert`. */
export interface BenchmarkConvertOptions {
  readonly to: TemplateLanguage;
  readonly output?: string;
  readonly keepCode?: boolean;
  readonly overwrite?: boolean;
}

/** Describes `karenina benchmark convert`. */
export function describeBenchmarkConvert(command: Command): Command {
  return command
    .description("write a benchmark with its templates in another language")
    .argument(...file)
    .addOption(
      new Option("--to <language>", "yaml makes a .yaml file, the others a .jsonld file")
        .choices(templateLanguages)
        .makeOptionMandatory(),
    )
    .option("--output <file>", "where to write it (default: beside the benchmark)")
    .option(
      "--keep-code",
      "leave templates that cannot be translated as they are; without it nothing is written",
    )
    .option("--overwrite", "replace a file that exists")
    .option("--debug", "show where errors happened");
}
