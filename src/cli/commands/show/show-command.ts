import { type Command, InvalidArgumentError } from "commander";
import { nearestNames } from "../../../base/index.ts";
import { Outcome, type TraitCondition } from "../../../result/index.ts";
import { count, gathered, names, text } from "../../option-values.ts";
import { resultsHelp } from "../../results-help.ts";

/** What was given to `karenina show`; what was not given is absent. */
export interface ShowOptions {
  readonly question?: string;
  /** A place among the walks, or an id. */
  readonly walk?: string;
  readonly walks?: boolean;
  readonly scenario?: string;
  readonly model?: string;
  readonly judge?: string;
  readonly replicate?: number;
  readonly outcome?: readonly Outcome[];
  readonly keyword?: readonly string[];
  readonly trait?: readonly TraitCondition[];
  /** A condition in SQL. */
  readonly where?: string;
  readonly limit?: number;
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
  npx karenina show results.json --question q7 --model haiku --attribute target
  npx karenina show results.json --walk 3
  npx karenina show results.json --outcome wrong,no_answer --keyword oncology --limit 20
  npx karenina show results.json --where "outcome = 'wrong' and execution_time > 3"`;

/** Describes `karenina show`. */
export function describeShow(command: Command): Command {
  return command
    .description("show results with the evidence behind them")
    .argument("<results>", resultsHelp.one)
    .option(
      "--question <id>",
      "a place in the list, from 0 (4 or #4); an id or the text of the question, or the beginning of one",
      text,
    )
    .option("--walks", "list the walks through scenarios instead; one alone is shown with its conversation")
    .option("--walk <place>", "show this walk, by its place in that list from 0 (4 or #4), or its id", text)
    .option(
      "--scenario <name>",
      "only turns, or walks, of this scenario: its name or the beginning of it",
      text,
    )
    .option("--model <id>", "model under test: its id or name, or the beginning of it", text)
    .option("--judge <id>", "the same for the judge", text)
    .option("--replicate <n>", "replicate, from 1", count)
    .option("--outcome <names>", `only results with these outcomes: ${Outcome.options.join(", ")}`, outcomes)
    .option("--keyword <word>", "only questions with this keyword; repeated: with any of them", gathered)
    .option(
      "--trait <name=value>",
      "only results where a trait has this value, or a metric as trait.metric=0.5; repeated: all of them",
      traits,
    )
    .option("--where <sql>", "only results for which this one condition over the table `results` holds", text)
    .option("--limit <n>", "at most so many results", count)
    .option("--attribute <name>", "evidence of this attribute or trait only", text)
    .option("--full", "cut nothing short, and show whole traces")
    .option("--no-color", "no colours, and ASCII signs; texts stay as they are")
    .option("--json", "print the results as JSON")
    .option("--debug", "show where errors happened")
    .addHelpText("after", examples);
}

/** Outcomes by name, words joined by `_` or `-`. */
function outcomes(list: string): readonly Outcome[] {
  return names(list).map((name) => {
    const found = Outcome.safeParse(name.toLowerCase().replaceAll("-", "_"));
    if (found.success) return found.data;
    const [near] = nearestNames(name, new Set(Outcome.options));
    throw new InvalidArgumentError(
      `There is no outcome "${name}".${near === undefined ? "" : ` Did you mean ${near}?`} Outcomes: ${Outcome.options.join(", ")}.`,
    );
  });
}

/** Gathers conditions such as `tone=Formal`. */
function traits(given: string, before: unknown): readonly TraitCondition[] {
  const list: readonly TraitCondition[] = Array.isArray(before) ? before : [];
  const at = given.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("Expected the name of a trait and a value: tone=Formal.");
  return [...list, { trait: given.slice(0, at), value: given.slice(at + 1) }];
}
