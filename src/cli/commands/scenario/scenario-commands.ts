import { type Command, Option } from "commander";

/** What was given to `karenina scenario list` and `show`. */
export interface ScenarioReadOptions {
  readonly json?: boolean;
}

/** What was given to `karenina scenario draw`. */
export interface ScenarioDrawOptions {
  readonly format?: "mermaid" | "svg";
  readonly output?: string;
}

const benchmark = ["<benchmark>", ".jsonld or .yaml file, or a module that exports a benchmark"] as const;
const debug = ["--debug", "show where errors happened"] as const;

/** Describes `karenina scenario list`. */
export function describeScenarioList(command: Command): Command {
  return command
    .description("list the scenarios of a benchmark")
    .argument(...benchmark)
    .option("--json", "print as JSON")
    .option(...debug);
}

/** Describes `karenina scenario show`. */
export function describeScenarioShow(command: Command): Command {
  return command
    .description("show the nodes, ways and outcomes of a scenario, and what is wrong with it")
    .argument(...benchmark)
    .argument("[name]", "the scenario; not needed where there is one")
    .option("--json", "print as JSON, as a checkpoint holds it")
    .option(...debug);
}

/** Describes `karenina scenario draw`. */
export function describeScenarioDraw(command: Command): Command {
  return command
    .description("draw the graph of a scenario")
    .argument(...benchmark)
    .argument("[name]", "the scenario; not needed where there is one")
    .addOption(
      new Option(
        "--format <format>",
        "how it is drawn; default: as the output's name ends, else mermaid",
      ).choices(["mermaid", "svg"]),
    )
    .option("-o, --output <file>", "file to write, such as refund.svg; default: print it")
    .option(...debug);
}
