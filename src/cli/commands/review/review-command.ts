import { type Command, Option } from "commander";
import type { ReviewChoice } from "../../../review/index.ts";
import { names } from "../../option-values.ts";

/** What was given to `karenina review`; what was not given is absent. */
export interface ReviewOptions {
  readonly only?: ReviewChoice;
  readonly questionIds?: readonly string[];
  readonly list?: boolean;
  readonly json?: boolean;
}

const choices: readonly ReviewChoice[] = ["drafts", "failed-trials", "unfinished", "all"];

const examples = `
Examples:
  npx karenina review benchmark.yaml
  npx karenina review benchmark.yaml --only failed-trials
  npx karenina review benchmark.yaml --list

Each decision is written into the file at once, and nothing else in it changes. EDITOR or VISUAL names the editor.
Exit codes: 0 done, 1 something could not be read or written, 2 wrong usage, 130 interrupted.`;

/** Describes `karenina review`. */
export function describeReview(command: Command): Command {
  return command
    .description("look at drafted questions one by one: accept, edit, reject, add a note")
    .argument("<benchmark>", ".yaml or .jsonld file, which what you decide is written into")
    .addOption(
      new Option(
        "--only <which>",
        "drafts: not finished, with a template; failed-trials: those that tries speak against; default: unfinished",
      ).choices(choices),
    )
    .option("--question-ids <list>", "these questions, finished or not, separated by commas", names)
    .option("--list", "list them, and ask nothing")
    .option("--json", "print all there is to see of them as JSON, and ask nothing")
    .option("--debug", "show where errors happened")
    .addHelpText("after", examples);
}
